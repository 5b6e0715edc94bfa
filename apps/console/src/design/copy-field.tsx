import { Check, Copy } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** Milliseconds. */
const SHOWN_MS = 2_000;

interface Properties {
  /** What the text is, for the name of the button: "address", "key". */
  readonly name: string;
  readonly text: string;
  readonly isPrimary?: boolean;
}

/** A text that is pasted elsewhere, with a button that copies it. */
export function CopyField({ name, text, isPrimary = false }: Properties) {
  const field = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => setCopied(await copyText(text, field.current));
  return (
    <div class="copy">
      <code ref={field} tabIndex={0} role="region" aria-label={`The ${name}`}>
        {text}
      </code>
      <button type="button" class={isPrimary ? 'primary' : undefined} onClick={() => void copy()}>
        <Icon of={isCopied ? Check : Copy} />
        {isCopied ? 'Copied' : 'Copy'}
        <span class="unseen"> the {name}</span>
      </button>
      <span class="unseen" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </div>
  );
}

async function copyText(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer the clipboard only over HTTPS. The selected text can be copied with the keyboard in any case.
    if (element !== null) getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
