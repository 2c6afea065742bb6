/** What is wrong below a field, by the names that the fields there know: `find` of `rules.0.find`. */
export function errorsOf(errors: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> {
  const own = Object.entries(errors).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, message]) => [key.slice(prefix.length), message]))
}
