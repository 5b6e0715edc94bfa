/** npm runs a script in the folder of its package: files are named from where it was called. */
export function enterCallersFolder(script: string, env: NodeJS.ProcessEnv = process.env): void {
  if (env['npm_lifecycle_event'] === script && env['INIT_CWD']) process.chdir(env['INIT_CWD']);
}
