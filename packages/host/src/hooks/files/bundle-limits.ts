/** What the making of one piece of code of a person's files may cost. */
const MIB = 1_048_576
/** A hook and what a person wrote for it is a page or two of code. */
export const MOST_BYTES = MIB
/** Packages come bundled themselves now and then. */
export const MOST_PACKAGE_BYTES = 16 * MIB
/** Bundles take tens of milliseconds; what takes longer than this walks a disk or waits for a pipe. */
export const BUNDLE_MS = 10_000
/** Of esbuild and the process that it is run in. The compiler of TypeScript itself, bundled, takes a third of it. */
export const MOST_BUNDLER_MIB = 1_024
