'use client'
/** The frame of everything in the inspector: a head, tabs where there is more than one thing to see, a body that scrolls. */
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

export interface PanelTab {
  readonly id: string
  readonly label: string
  readonly body: ReactNode
}

interface Props {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly sign?: ReactNode
  readonly tabs: readonly PanelTab[]
  readonly tab?: string
  readonly onTab?: (id: string) => void
}

export function Panel({ title, subtitle, sign, tabs, tab, onTab }: Props) {
  const first = tabs[0]
  const current = tabs.find(({ id }) => id === tab) ?? first
  return (
    <Tabs.Root className={styles.panel} value={current?.id ?? ''} onValueChange={(id) => onTab?.(id)}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <span className={styles.name}>{title}</span>
          {subtitle === undefined ? null : <span className={styles.subtitle}>{subtitle}</span>}
        </h2>
        <span className={styles.sign}>{sign}</span>
      </header>
      {tabs.length > 1 ? (
        <Tabs.List className={styles.tabs} aria-label="Views">
          {tabs.map(({ id, label }) => (
            <Tabs.Trigger key={id} value={id} className={styles.tab}>
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      ) : (
        <div className={styles.rule} />
      )}
      {tabs.map(({ id, body }) => (
        <Tabs.Content key={id} value={id} className={styles.body}>
          {body}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  )
}

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Muted({ children }: { readonly children: ReactNode }) {
  return <p className={styles.muted}>{children}</p>
}
