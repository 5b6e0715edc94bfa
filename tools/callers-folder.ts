/** Changes to the folder that npm was called in, so that relative paths work. npm runs scripts in the folder of the package. */
export function enterCallersFolder(script: string): void {
  const { env } = process;
  if (env['npm_lifecycle_event'] === script && env['INIT_CWD']) process.chdir(env['INIT_CWD']);
}
