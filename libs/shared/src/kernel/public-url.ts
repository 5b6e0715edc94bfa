/** The address at which senders, people and programs reach the service. */
export class PublicUrl {
  constructor(
    /** Without a trailing slash. */
    readonly url: string,
    /** Whether the operator has set it. The default is right only on the machine itself. */
    readonly isSet: boolean,
  ) {}
}
