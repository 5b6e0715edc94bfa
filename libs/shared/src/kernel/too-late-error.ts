/** A task was not run, because the turn of its domain came too late to be of use. */
export class TooLateError extends Error {
  constructor() {
    super('the turn of the domain came too late');
  }
}
