import { Component, type ReactNode } from 'react'

interface Props {
  /** The text that the children show. They are rendered again when it changes. */
  content: string
  fallback: ReactNode
  children: ReactNode
}

/** Shows a fallback instead of children that fail to render, so that the rest of the screen stays. */
export class RenderBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidUpdate({ content }: Props) {
    if (this.state.isBroken && content !== this.props.content) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
