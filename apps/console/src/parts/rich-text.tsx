import { splitText } from './split-text.js';
import { Time } from './time.tsx';

/** Text of people and senders. Addresses with http and https in it are links, and show all of their text. */
export function LinkedText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {splitText(text, 'link').map(({ kind, text: part }, index) =>
        kind === 'text' ? (
          part
        ) : (
          <a key={index} href={part} rel="noreferrer">
            {part}
          </a>
        ),
      )}
    </bdi>
  );
}

/** A line of the service. Times in it, which are in UTC, are shown in the user's time zone. */
export function TimedText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {splitText(text, 'time').map(({ kind, text: part }, index) =>
        kind === 'text' ? part : <Time key={index} at={`${part.slice(0, 10)}T${part.slice(11, 19)}Z`} />,
      )}
    </bdi>
  );
}
