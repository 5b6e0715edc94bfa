/** The public address of the API, for links. */
export abstract class PublicUrl {
  abstract readonly url: string;
}

export function buildAlertUrl({ url }: PublicUrl, alert_id: string): string {
  return `${url}/monitoring/v1/alert/${alert_id}`;
}

/** Returns the addresses of an alert in the API and in the console. */
export function buildAlertLinks(publicUrl: PublicUrl, alert_id: string) {
  return {
    api: buildAlertUrl(publicUrl, alert_id),
    console: `${publicUrl.url}/console/#/alert/${alert_id}`,
  };
}
