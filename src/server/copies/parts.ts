import type { BackupPlace } from '../backup-places/place.ts'
import { sealedForm } from '../backup-places/sealed-place.ts'

/** The folder of the copies, beside backups: `copies/INSTALLATION/CHAIN/PART`. */
export const copiesFolder = 'copies'

const digits = 12
const installationForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const chainForm = /^\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{8}$/
const partForm = /^(base|log)-(?:(\d{12})-)?(\d{12})-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d\.\d{3})\.zst$/

/** The time in a name, in UTC: `2026-11-19-101507.123`. */
export const timeInName = (at: number) => new Date(at).toISOString().replace('T', '-').replaceAll(/[:Z]/g, '')

const numbered = (number: number) => String(number).padStart(digits, '0')

/** The name of a whole database that has all looks up to a number. */
export const baseName = (after: number, at: number) => `base-${numbered(after)}-${timeInName(at)}.zst`
/** The name of a file with looks. The time is that of the last one. */
export const logName = (first: number, last: number, at: number) =>
  `log-${numbered(first)}-${numbered(last)}-${timeInName(at)}.zst`

/** The name of a list of the attachments that are new since the last one. */
export const filesName = (number: number) => `files-${numbered(number)}.txt.zst`
/** The name of a list of all attachments. */
export const allFilesName = (number: number) => `files-${numbered(number)}-all.txt.zst`
const filesForm = /^files-(\d{12})(?:-all)?\.txt\.zst$/

export interface Part {
  kind: 'base' | 'log'
  /** The folder of its chain. */
  chain: string
  name: string
  /** The ending of the id of its key; empty if it is not encrypted. */
  ending: string
  /** Of a log, its first look. */
  first: number
  /** Of a log, its last look; of a base, the last one that is surely in it. */
  last: number
  at: number
}

function partOf(chain: string, name: string): Part | undefined {
  const [ending = ''] = sealedForm.exec(name) ?? []
  const plain = name.slice(0, name.length - ending.length)
  const [, kind, first, last, day, h, m, s] = partForm.exec(plain) ?? []
  if (!kind || (kind === 'log') !== (first !== undefined)) return undefined
  return {
    kind: kind as Part['kind'],
    ...{ chain, name: plain, ending },
    first: Number(first ?? last),
    last: Number(last),
    at: Date.parse(`${day}T${h}:${m}:${s}Z`),
  }
}

/** The installations that have copies in a place. */
export const installationsIn = async (place: BackupPlace): Promise<string[]> =>
  (await place.foldersIn(copiesFolder)).filter((name) => installationForm.test(name)).sort()

/** The chains of an installation, oldest first. Each server process begins one. */
export async function chainsIn(place: BackupPlace, installation: string): Promise<string[]> {
  const names = await place.foldersIn(`${copiesFolder}/${installation}`)
  return names
    .filter((name) => chainForm.test(name))
    .sort()
    .map((name) => `${copiesFolder}/${installation}/${name}`)
}

/** The lists of attachments of a chain that belong to looks before a number. */
export async function listsBefore(place: BackupPlace, chain: string, number: number): Promise<string[]> {
  const found: string[] = []
  for await (const page of place.filesIn(chain)) {
    found.push(...page.map(({ name }) => name).filter((name) => Number(filesForm.exec(name)?.[1] ?? number) < number))
  }
  return found
}

/** The parts of a chain: bases, then logs in their order. */
export async function partsIn(place: BackupPlace, chain: string): Promise<Part[]> {
  const found: Part[] = []
  for await (const page of place.filesIn(chain)) found.push(...page.flatMap(({ name }) => partOf(chain, name) ?? []))
  return found.sort((a, b) => a.kind.localeCompare(b.kind) || a.last - b.last || a.at - b.at)
}
