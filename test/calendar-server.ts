import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CalendarResponder = (response: ServerResponse, headers: IncomingHttpHeaders) => void;

/** A server of calendars, whose answers can be changed for each path. */
export async function startCalendarServer() {
  const responders = new Map<string, CalendarResponder>();
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    const respond = responders.get(url);
    if (respond === undefined) response.writeHead(404).end();
    else respond(response, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Answers requests for this path from now on. A text is a calendar. */
    answer(path: string, given: string | CalendarResponder) {
      responders.set(
        path,
        typeof given === 'string'
          ? (response) => response.writeHead(200, { 'content-type': 'text/calendar' }).end(given)
          : given,
      );
    },
    count: (path: string) => requests.filter((request) => request.path === path).length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>;

/** A calendar of these events, each of them lines of iCalendar. */
export const createCalendar = (...events: readonly (readonly string[])[]): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...events.flatMap((lines, index) => [...['BEGIN:VEVENT', `UID:${index}`], ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
