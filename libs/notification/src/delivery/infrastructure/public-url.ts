/** Where the API answers, for links. */
export abstract class PublicUrl {
  abstract readonly url: string;
}
