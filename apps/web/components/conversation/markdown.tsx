import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import styles from './markdown.module.css'

/** A model's text. Pictures are shown as links: no request leaves the machine because a model wrote an address. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  )
})

const PLUGINS = [remarkGfm]

/** Inline code up to here is kept on one line: a command that breaks at its dashes can't be read. */
const SHORT = 24

const COMPONENTS: Components = {
  code: ({ children, className }) => (
    <code className={className} data-short={typeof children === 'string' && children.length <= SHORT}>
      {children}
    </code>
  ),
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt === undefined || alt === '' ? 'picture' : alt}
    </a>
  ),
}
