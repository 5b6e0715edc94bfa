import { execFileSync, spawnSync } from 'node:child_process';

/** The system account that PostgreSQL runs as when this process is root: PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Returns `nobody` when this process is root; `null` means that PostgreSQL runs under the account of this process. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

// Runs a command as the account. Reading file modes alone would miss access lists and mount options.
const canRunScript = (account: Account, script: string, path: string): boolean =>
  spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...account, cwd: '/', env: {}, stdio: 'ignore' })
    .status === 0;

export const canRun = (account: Account, program: string): boolean =>
  canRunScript(account, '"$1" --version', program);

export const canEnter = (account: Account, folder: string): boolean =>
  canRunScript(account, 'cd -- "$1"', folder);
