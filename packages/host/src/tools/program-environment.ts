/** The environment of programs that a model starts: everything of ours but what opens a door. */

/** Keys of providers and other secrets by the names that they go by; a program that needs one is given it by name. */
const SECRET_NAMES = [/_API_KEY$/i, /_TOKEN$/i, /_SECRET/i, /_PASSWORD$/i, /^BELAY_TOKEN$/i]

export function programEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(own).filter(([name]) => !SECRET_NAMES.some((pattern) => pattern.test(name)))
  const texts = kept.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(texts), ...given }
}
