import { execFileSync, spawnSync } from 'node:child_process';

/** Who PostgreSQL runs as when the starter is root, which PostgreSQL refuses to be. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** `null`: PostgreSQL runs as whoever starts it. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

// Asked of the system by trying as that account: modes alone would miss access lists and mount options.
const attempt = (account: Account, script: string, path: string): boolean =>
  spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...account, cwd: '/', env: {}, stdio: 'ignore' })
    .status === 0;

export const canRun = (account: Account, program: string): boolean =>
  attempt(account, '"$1" --version', program);

export const canEnter = (account: Account, folder: string): boolean => attempt(account, 'cd -- "$1"', folder);
