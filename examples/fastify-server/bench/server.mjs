// A server of its own for a benchmark, on a file that goes with it.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Starts it. `resident` tells its memory in MiB, `stop` ends it and removes its file. */
export async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'boardwright-bench-'))
  const main = fileURLToPath(new URL('../dist/load.js', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, GAMES: join(folder, 'games.db') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  const address = await new Promise((resolve, reject) => {
    child.once('message', ({ listening }) => resolve(listening))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const resident = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024
  }
  return { address, resident, stop }
}
