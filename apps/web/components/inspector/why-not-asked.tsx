'use client'
/** Hooks that stand at the point and were not asked, each with why; those that stand elsewhere are a click away. */
import { useState } from 'react'
import type { ChainLink, PointChain } from '../../lib/api'
import { plural } from '../../lib/format'
import { elsewhere, isLeftOut } from '../../lib/view/link-words'
import { Inline } from '../ui/inline'
import styles from './why.module.css'

export function WhyNotAsked({ points }: { readonly points: readonly PointChain[] }) {
  const out = points.flatMap(({ point, links }) => links.filter(isLeftOut).map((link) => ({ point, link })))
  const others = elsewhere(points)
  if (out.length + others.length === 0) return null
  return (
    <section className={styles.notAsked}>
      <h3 className={styles.notAskedTitle}>Not asked</h3>
      <dl>
        {out.map(({ point, link }) => (
          <Line key={`${point} ${link.hookId}`} link={link} at={points.length > 1 ? point : null} />
        ))}
      </dl>
      <Others links={others} />
    </section>
  )
}

function Line({ link, at }: { readonly link: ChainLink; readonly at: string | null }) {
  return (
    <div className={styles.notAskedLine}>
      <dt>
        {link.hook}
        {at === null ? null : <span className={styles.at}>{at}</span>}
      </dt>
      <dd>
        <Inline text={link.sentence.replace(/^not asked: /, '')} />
      </dd>
    </div>
  )
}

function Others({ links }: { readonly links: readonly ChainLink[] }) {
  const [open, setOpen] = useState(false)
  if (links.length === 0) return null
  return (
    <>
      <button type="button" className={styles.others} aria-expanded={open} onClick={() => setOpen(!open)}>
        {plural(links.length, 'hook stands', 'hooks stand')} elsewhere
      </button>
      {open ? (
        <dl>
          {links.map((link) => (
            <Line key={link.hookId} link={link} at={null} />
          ))}
        </dl>
      ) : null}
    </>
  )
}
