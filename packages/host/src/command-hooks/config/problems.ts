/** Collects what is wrong with one file, each with its place in it. */
import type { CommandDiagnostic, CommandPlace } from '../entry'
import { type JsonSpot, Lines } from './json-spots'

type Spot = Pick<JsonSpot, 'at' | 'path'>

export class Problems {
  readonly found: CommandDiagnostic[] = []

  private readonly lines: Lines

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.lines = new Lines(text)
  }

  error(spot: Spot, message: string): null {
    this.found.push(this.diagnostic(spot, 'error', message))
    return null
  }

  warn(spot: Spot, message: string): void {
    this.found.push(this.diagnostic(spot, 'warning', message))
  }

  /** About the whole file. */
  whole(message: string, at: number | null = null): void {
    const where = at === null ? { line: null, column: null } : this.lines.of(at)
    this.found.push({ file: this.file, ...where, path: null, severity: 'error', message })
  }

  placeOf({ at, path }: Spot, matcher: string | null): CommandPlace {
    return { file: this.file, line: this.lines.of(at).line, path, matcher }
  }

  private diagnostic({ at, path }: Spot, severity: CommandDiagnostic['severity'], message: string): CommandDiagnostic {
    return { file: this.file, ...this.lines.of(at), path: path === '' ? null : path, severity, message }
  }
}
