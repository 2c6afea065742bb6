/** Values that survive JSON: what crosses a worker, the database, the wire and the page. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}
