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
  '#26214a',
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
  '#a3a3b2',
  '#8b8b9b',
  '#6f6f7d',
  '#3b3b48',
  '#2a2a34',
  '#17171d',
  '#0f0f13',
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
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Badge: { styles: { label: { textTransform: 'none' } } },
  },
})

interface Tokens {
  light: string
  dark: string
}

const tokens: Record<string, Tokens> = {
  ground: { light: '#f7f7f9', dark: '#0f0f13' },
  surface: { light: '#ffffff', dark: '#17171d' },
  raised: { light: '#ffffff', dark: '#1e1e26' },
  line: { light: '#e4e4ea', dark: '#2a2a34' },
  'strong-line': { light: '#d0d0da', dark: '#3b3b48' },
  text: { light: '#18181f', dark: '#ededf2' },
  muted: { light: '#5d5d6b', dark: '#a3a3b2' },
  faint: { light: '#6f6f7d', dark: '#8b8b9b' },
  accent: { light: '#5746c9', dark: '#8f80ff' },
  'on-accent': { light: '#ffffff', dark: '#0f0f13' },
  'accent-soft': { light: '#eeebff', dark: '#26214a' },
  critical: { light: '#b4232c', dark: '#ff8a8a' },
  'critical-soft': { light: '#fdecec', dark: '#3a1a1d' },
  high: { light: '#a8490a', dark: '#ffab70' },
  'high-soft': { light: '#fdf0e4', dark: '#372213' },
  medium: { light: '#5746c9', dark: '#b0a5ff' },
  'medium-soft': { light: '#eeebff', dark: '#26214a' },
  quiet: { light: '#5d5d6b', dark: '#a3a3b2' },
  'quiet-soft': { light: '#f0f0f4', dark: '#24242d' },
  progress: { light: '#8a5a00', dark: '#f2c661' },
  'progress-soft': { light: '#fdf3d8', dark: '#332a10' },
  done: { light: '#1a7a45', dark: '#6fd69a' },
  'done-soft': { light: '#e6f6ec', dark: '#14301f' },
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
    '--mantine-color-default-hover': 'var(--deck-quiet-soft)',
    '--mantine-color-default-color': 'var(--deck-text)',
    '--mantine-color-default-border': 'var(--deck-strong-line)',
    '--mantine-color-anchor': 'var(--deck-accent)',
  })
  // On hover, Mantine makes a filled control too dark for the dark text that it has in the dark theme.
  const hover = ['violet', 'red', 'green'].map((name) => [
    `--mantine-color-${name}-filled-hover`,
    `var(--mantine-color-${name}-3)`,
  ])
  return { variables: {}, light: scheme('light'), dark: { ...scheme('dark'), ...Object.fromEntries(hover) } }
}
