import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const violet: MantineColorsTuple = [
  '#eeebff',
  '#ddd7ff',
  '#c6bdfb',
  '#b0a5ff',
  '#8f80ff',
  '#6f5fe0',
  '#5746c9',
  '#4a3bb0',
  '#3b2f8f',
  '#2a2550',
]

const red: MantineColorsTuple = [
  '#fdecec',
  '#f9d3d3',
  '#f5b5b5',
  '#ff9f9f',
  '#ff8a8a',
  '#d64550',
  '#b4232c',
  '#951d25',
  '#75171d',
  '#3a1a1d',
]

const green: MantineColorsTuple = [
  '#e6f6ec',
  '#cdebd8',
  '#aee0c1',
  '#8fdbae',
  '#6fd69a',
  '#3f9f68',
  '#1a7a45',
  '#15653a',
  '#104f2d',
  '#14301f',
]

/** Replaces Mantine's dark greys, from text to background. */
const dark: MantineColorsTuple = [
  '#ededf2',
  '#a9a9b7',
  '#9292a1',
  '#6f6f7d',
  '#42424f',
  '#2a2a33',
  '#282832',
  '#0e0e12',
  '#0c0c10',
  '#09090c',
]

export const theme = createTheme({
  primaryColor: 'violet',
  primaryShade: { light: 6, dark: 4 },
  colors: { violet, red, green, dark },
  black: '#18181f',
  // Filled controls are dark in the light theme and light in the dark theme.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colours, color: 'var(--deck-on-accent)' } : colours
  },
  fontFamily: "'Geist Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '22px', xl: '26px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '26px', lineHeight: '32px' },
      h2: { fontSize: '22px', lineHeight: '28px' },
      h3: { fontSize: '18px', lineHeight: '24px' },
      h4: { fontSize: '15px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '9px', md: '9px', lg: '14px', xl: '18px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: { styles: { label: { marginBottom: 4 }, error: { marginTop: 4 }, description: { marginTop: 4 } } },
    // Arabic and Hebrew text begins at the right.
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    PillsInputField: { defaultProps: { dir: 'auto' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Badge: { styles: { label: { textTransform: 'none' } } },
  },
})

interface Tokens {
  light: string
  dark: string
}

/** The elevations (ground, surface, raised, overlay) become lighter from one to the next in the dark theme; in the light theme, shadows show them. */
const tokens: Record<string, Tokens> = {
  ground: { light: '#f7f7f9', dark: '#0e0e12' },
  surface: { light: '#ffffff', dark: '#17171d' },
  raised: { light: '#ffffff', dark: '#1f1f27' },
  overlay: { light: '#ffffff', dark: '#282832' },
  well: { light: '#ececf1', dark: '#1c1c23' },
  thumb: { light: '#ffffff', dark: '#373744' },
  hover: { light: '#f3f3f6', dark: '#1f1f27' },
  press: { light: '#ececf1', dark: '#2b2b35' },
  active: { light: '#f0f0f4', dark: '#363642' },
  band: { light: '#fafafb', dark: '#1a1a21' },
  'soft-line': { light: '#efeff3', dark: '#202028' },
  line: { light: '#e4e4ea', dark: '#2a2a33' },
  'strong-line': { light: '#d0d0da', dark: '#42424f' },
  'overlay-line': { light: '#dcdce4', dark: '#42424f' },
  text: { light: '#18181f', dark: '#ededf2' },
  muted: { light: '#5d5d6b', dark: '#a9a9b7' },
  faint: { light: '#6a6a78', dark: '#9292a1' },
  accent: { light: '#5746c9', dark: '#8f80ff' },
  'accent-hover': { light: '#4a3bb0', dark: '#a396ff' },
  'on-accent': { light: '#ffffff', dark: '#0f0f13' },
  'accent-text': { light: '#5746c9', dark: '#b0a5ff' },
  'accent-soft': { light: '#eeebff', dark: '#2a2550' },
  critical: { light: '#b4232c', dark: '#ff8a8a' },
  'critical-soft': { light: '#fdecec', dark: '#3a1a1d' },
  high: { light: '#a8490a', dark: '#ffab70' },
  progress: { light: '#8a5a00', dark: '#f2c661' },
  'progress-soft': { light: '#fdf3d8', dark: '#332a10' },
  done: { light: '#1a7a45', dark: '#6fd69a' },
  'done-soft': { light: '#e6f6ec', dark: '#14301f' },
  'label-violet': { light: '#5746c9', dark: '#b0a5ff' },
  'label-violet-soft': { light: '#eeebff', dark: '#26214a' },
  'label-blue': { light: '#1c5d9e', dark: '#8cc2ff' },
  'label-blue-soft': { light: '#e6f0fb', dark: '#14293f' },
  'label-teal': { light: '#0b6b6b', dark: '#6fd3d0' },
  'label-teal-soft': { light: '#e0f4f3', dark: '#0f2e2e' },
  'label-green': { light: '#1a7a45', dark: '#6fd69a' },
  'label-green-soft': { light: '#e6f6ec', dark: '#14301f' },
  'label-lime': { light: '#56700c', dark: '#bcd667' },
  'label-lime-soft': { light: '#f0f6db', dark: '#262e10' },
  'label-amber': { light: '#8a5a00', dark: '#f2c661' },
  'label-amber-soft': { light: '#fdf3d8', dark: '#332a10' },
  'label-brown': { light: '#7d4f2d', dark: '#d9af8c' },
  'label-brown-soft': { light: '#f6ece4', dark: '#33241a' },
  'label-pink': { light: '#a82f77', dark: '#f59fd0' },
  'label-pink-soft': { light: '#fce9f4', dark: '#3a1a2d' },
  'raised-shadow': { light: '0 2px 8px rgb(15 15 30 / 8%)', dark: '0 2px 8px rgb(0 0 0 / 40%)' },
  'overlay-shadow': { light: '0 12px 32px rgb(15 15 30 / 16%)', dark: '0 16px 40px rgb(0 0 0 / 56%)' },
  scrim: { light: 'rgb(24 24 31 / 32%)', dark: 'rgb(4 4 6 / 60%)' },
}

/** Defines our colours as `--deck-NAME`, and sets Mantine's variables to them. */
export const cssVariables: CSSVariablesResolver = () => {
  const scheme = (kind: keyof Tokens) => ({
    ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--deck-${name}`, value[kind]])),
    '--mantine-color-body': 'var(--deck-ground)',
    '--mantine-color-text': 'var(--deck-text)',
    '--mantine-color-dimmed': 'var(--deck-muted)',
    '--mantine-color-placeholder': 'var(--deck-faint)',
    '--mantine-color-error': 'var(--deck-critical)',
    '--mantine-color-default': 'var(--deck-surface)',
    '--mantine-color-default-hover': 'var(--deck-hover)',
    '--mantine-color-default-color': 'var(--deck-text)',
    '--mantine-color-default-border': 'var(--deck-strong-line)',
    '--mantine-color-anchor': 'var(--deck-accent-text)',
  })
  // On hover, Mantine makes a filled control too dark for the dark text that it has in the dark theme.
  const hover = ['violet', 'red', 'green'].map((name) => [
    `--mantine-color-${name}-filled-hover`,
    `var(--mantine-color-${name}-3)`,
  ])
  return { variables: {}, light: scheme('light'), dark: { ...scheme('dark'), ...Object.fromEntries(hover) } }
}
