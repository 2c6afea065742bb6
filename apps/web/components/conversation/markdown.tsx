import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { showControls } from '../../lib/view/control-text'
import { safeLink } from '../../lib/view/safe-link'
import { CodeBlock } from './code-block'
import styles from './markdown.module.css'

/** A model's text. Pictures are shown as links: no request leaves the machine because a model wrote an address. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {showControls(text)}
      </ReactMarkdown>
    </div>
  )
})

/** A link, or its text alone where it leads nowhere that one should go. */
function Out({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  const safe = safeLink(href)
  if (safe === null) return children
  return (
    <a href={safe} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

const PLUGINS = [remarkGfm]

/** Inline code up to here is kept on one line: a command that breaks at its dashes can't be read. */
const SHORT = 24

const COMPONENTS: Components = {
  code: ({ children, className }) => (
    <code className={className} data-short={typeof children === 'string' && children.length <= SHORT}>
      {children}
    </code>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  a: ({ href, children }) => <Out href={href}>{children}</Out>,
  img: ({ src, alt }) => (
    <Out href={typeof src === 'string' ? src : undefined}>{alt === undefined || alt === '' ? 'picture' : alt}</Out>
  ),
  table: ({ children }) => (
    <div className={styles.wide}>
      <table>{children}</table>
    </div>
  ),
}
