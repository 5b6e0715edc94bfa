/** Why a process cannot start, in words that say all there is to whoever started it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
