/** The reason why a process cannot start. Its message tells the operator all there is to know. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
