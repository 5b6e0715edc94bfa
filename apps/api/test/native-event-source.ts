import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface ReceivedMessage {
  readonly type: 'open' | 'message' | 'error';
  readonly id?: string;
  readonly data?: string;
}

/** Follows a stream as a web page does: with a URL only, without headers. */
const CHILD_SCRIPT = `
  const source = new EventSource(process.argv[1]);
  const say = (heard) => console.log(JSON.stringify(heard));
  source.onopen = () => say({ type: 'open' });
  const tell = ({ data, lastEventId }) => say({ type: 'message', id: lastEventId, data });
  source.addEventListener(process.argv[2], tell);
  source.onerror = () => say({ type: 'error' });`;

/** The EventSource built into Node, in a separate process, because it needs a command line option. */
export class NativeEventSource {
  readonly received: ReceivedMessage[] = [];
  private readonly child;

  /** @param event the name of the messages that it listens to */
  constructor(url: string, event = 'message') {
    const options = ['--no-warnings', '--experimental-eventsource', '--eval', CHILD_SCRIPT, '--', url, event];
    this.child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface(this.child.stdout).on('line', (line) =>
      this.received.push(JSON.parse(line) as ReceivedMessage),
    );
  }

  filterByType(type: ReceivedMessage['type']): readonly ReceivedMessage[] {
    return this.received.filter((each) => each.type === type);
  }

  close(): void {
    this.child.kill();
  }
}
