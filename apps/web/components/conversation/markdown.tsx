import { memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components, defaultUrlTransform, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { showControls } from '../../lib/view/control-text'
import { readImage } from '../../lib/view/data-image'
import { safeLink } from '../../lib/view/safe-link'
import { CodeBlock } from './code-block'
import styles from './markdown.module.css'
import { Picture } from './picture'

/** A model's text. Pictures elsewhere are shown as links: no request leaves the machine because a model wrote an address. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={addressOf}>
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

/** One that the text carries is shown; one that lies elsewhere is a link. */
function Image({ src, alt }: { readonly src: string | undefined; readonly alt: string }) {
  const image = useMemo(() => (src === undefined ? null : readImage(src)), [src])
  if (image === null) return <Out href={src}>{alt === '' ? 'picture' : alt}</Out>
  return <Picture image={image} alt={alt} />
}

/** A picture within the text is no address that leads anywhere. */
function addressOf(url: string, key: string): string {
  return key === 'src' && url.startsWith('data:image/') ? url : defaultUrlTransform(url)
}

/** Code between fences; its place tells it apart from others of the text, also while the text grows. */
function Fence({ node }: { readonly node: ExtraProps['node'] }) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const [text] = code.children
  const names = code.properties.className
  const name = Array.isArray(names) ? names.find((each) => String(each).startsWith('language-')) : undefined
  const language = name === undefined ? null : String(name).slice('language-'.length)
  const written = text?.type === 'text' ? text.value.replace(/\n$/, '') : ''
  return <CodeBlock code={written} language={language} name={String(node?.position?.start.offset ?? 0)} />
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
  pre: ({ node }) => <Fence node={node} />,
  a: ({ href, children }) => <Out href={href}>{children}</Out>,
  img: ({ src, alt }) => <Image src={typeof src === 'string' ? src : undefined} alt={alt ?? ''} />,
  table: ({ children }) => (
    <div className={styles.wide}>
      <table>{children}</table>
    </div>
  ),
}
