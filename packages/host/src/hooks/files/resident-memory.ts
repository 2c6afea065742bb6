/** What processes hold in memory, in bytes; 0 for what is gone, and where nobody can tell. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const KIB = 1_024

export async function residentMemory(pids: readonly number[]): Promise<number> {
  if (process.platform === 'linux') return pids.reduce((sum, pid) => sum + ofStatus(pid), 0)
  return process.platform === 'win32' ? 0 : toldByPs(pids)
}

function ofStatus(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * KIB
  } catch {
    // It is gone.
    return 0
  }
}

function toldByPs(pids: readonly number[]): Promise<number> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', pids.join(',')], (_, stdout) => {
      const sizes = stdout.split('\n').map(Number)
      resolve(sizes.reduce((sum, size) => sum + (Number.isFinite(size) ? size : 0), 0) * KIB)
    })
  })
}
