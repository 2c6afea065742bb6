/** Where a link of foreign text may lead: out of the app to the web or to a letter, never into a script or a path of the app. */
export function safeLink(href: string | undefined): string | null {
  return href !== undefined && /^(https?:\/\/|mailto:)/i.test(href) ? href : null
}
