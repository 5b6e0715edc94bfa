/** The public address of the API, for links. */
export abstract class PublicUrl {
  abstract readonly url: string;
}
