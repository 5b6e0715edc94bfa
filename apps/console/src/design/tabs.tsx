interface Properties {
  readonly label: string;
  readonly tabs: readonly { readonly link: string; readonly text: string; readonly isCurrent: boolean }[];
}

/** The parts of a screen. They are links, so that each has its address. */
export function Tabs({ label, tabs }: Properties) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ link, text, isCurrent }) => (
        <a
          key={link}
          href={link}
          aria-current={isCurrent ? 'page' : undefined}
          // On a phone, only some of them are in sight.
          ref={isCurrent ? show : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

const show = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
