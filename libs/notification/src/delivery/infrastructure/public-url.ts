import type { Links } from '../../protocols/sent-message.js';
import { CONSOLE_PAGES } from '../domain/console-pages.js';

/** The public address of the service, for links. */
export abstract class PublicUrl {
  abstract readonly url: string;
}

/** Returns the addresses of a record in the API and of its page in the console. */
export function buildLinks({ url }: PublicUrl, apiPath: string, page: string): Links {
  return { api: url + apiPath, console: `${url}/console/#/${page}` };
}

export function buildAlertLinks(publicUrl: PublicUrl, alert_id: string): Links {
  return buildLinks(publicUrl, `/monitoring/v1/alert/${alert_id}`, CONSOLE_PAGES.alert(alert_id));
}
