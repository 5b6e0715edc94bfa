import { isObject, type Json } from '#shared/kernel/json.js';
import { instantOf } from '../../vocabulary/instant.js';
import { textOf } from '../../vocabulary/text.js';

/** The content of a chat message in a common form for all chats. */
export interface ChatMessage {
  readonly title: string | undefined;
  readonly texts: readonly string[];
  /** Pairs of name and text: Slack's fields, Teams' facts. */
  readonly fields: readonly (readonly [string, string])[];
  readonly colour: string | undefined;
  readonly link: string | undefined;
  readonly image: string | undefined;
  readonly at: Date | undefined;
}

const TITLES = ['title', 'activityTitle', 'header', 'heading'];
const SUMMARIES = ['fallback', 'pretext', 'summary', 'subtitle', 'activitySubtitle', 'author_name'];
const TEXTS = ['text', 'content', 'markdown', 'description', 'activityText', 'body', 'plain_text', 'value'];
const COLOURS = ['color', 'themeColor', 'template'];
const LINKS = ['title_link', 'url', 'link', 'messageUrl', 'uri', 'href'];
const IMAGES = ['image_url', 'imageUrl'];
const NAMES = ['title', 'name', 'topLabel', 'label'];
const VALUES = ['value', 'content'];
const DEEPEST = 10;
const MOST = 300;
/** The maximum length of one text. Texts in a chat are usually far shorter. */
const LONGEST = 8_000;

/** Parses messages for Slack, Mattermost, Teams, Discord, Google Chat, Feishu, DingTalk, WeCom and Telegram. */
export function readMessage(body: Json): ChatMessage {
  const found = new Collector();
  found.visit(body, '', 0);
  return found.message();
}

class Collector {
  private readonly titles: string[] = [];
  private readonly summaries: string[] = [];
  private readonly texts: string[] = [];
  private readonly fields: (readonly [string, string])[] = [];
  private colour: string | undefined;
  private link: string | undefined;
  private image: string | undefined;
  private at: Date | undefined;
  private visited = 0;

  visit(at: Json, parent: string, depth: number): void {
    if (depth > DEEPEST || this.visited++ > MOST) return;
    if (Array.isArray(at)) {
      for (const one of at) this.visit(one, parent, depth + 1);
      return;
    }
    if (!isObject(at)) return;
    if (this.isField(at, parent)) return;
    if (
      at['type'] === 'header' ||
      /^(?:bolder|heading)$/i.test(
        `${textOf(at['weight'])} ${textOf(at['style'])}`.trim().split(' ')[0] ?? '',
      )
    )
      this.titles.push(...this.plainTexts(at));
    this.scalars(at);
    for (const [name, held] of Object.entries(at)) {
      if (
        name === 'potentialAction' ||
        name === 'actions' ||
        name === 'footer' ||
        name === 'author' ||
        name === 'avatar'
      ) {
        this.link ??= linkIn(held);
        continue;
      }
      if (typeof held === 'object' && held !== null) this.visit(held, name, depth + 1);
    }
  }

  /** Reads a pair such as `{title: "Host", value: "db-1"}` in a list of fields or facts. */
  private isField(at: Readonly<Record<string, Json>>, parent: string): boolean {
    const name = first(at, NAMES);
    const value =
      first(at, VALUES) ??
      (parent === 'decoratedText' || parent === 'keyValue' ? first(at, ['text']) : undefined);
    if (name === undefined || value === undefined) return false;
    if (!/^(?:fields|facts|decoratedText|keyValue)$/.test(parent)) return false;
    this.fields.push([plain(name), plain(value)]);
    return true;
  }

  private plainTexts(at: Readonly<Record<string, Json>>): readonly string[] {
    const { text } = at;
    const said = isObject(text) ? first(text, ['text']) : textOf(text);
    return said === undefined ? [] : [plain(said)];
  }

  private scalars(at: Readonly<Record<string, Json>>): void {
    for (const name of TITLES) push(this.titles, at[name]);
    for (const name of SUMMARIES) push(this.summaries, at[name]);
    for (const name of TEXTS) push(this.texts, at[name]);
    this.colour ??= first(at, COLOURS);
    this.link ??= addressIn(at, LINKS);
    this.image ??= addressIn(at, IMAGES);
    this.at ??= instantOf(at['ts'] ?? null) ?? instantOf(at['timestamp'] ?? null);
  }

  message(): ChatMessage {
    const texts = [...new Set([...this.texts, ...this.summaries])];
    const [line] = texts;
    return {
      title: this.titles[0] ?? this.summaries.find((said) => !/^https?:/.test(said)) ?? line?.split('\n')[0],
      texts,
      fields: [...this.fields, ...texts.flatMap(fieldsIn)],
      colour: this.colour,
      link: this.link,
      image: this.image,
      at: this.at,
    };
  }
}

function first(at: Readonly<Record<string, Json>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const said = textOf(at[name]);
    if (said !== undefined) return said;
  }
  return undefined;
}

function addressIn(at: Readonly<Record<string, Json>>, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(at[name])).find((said) => /^https?:\/\/\S+$/.test(said ?? ''));
}

function linkIn(held: Json): string | undefined {
  return /"(?:url|uri|href)":"(https?:[^"]+)"/.exec(JSON.stringify(held).slice(0, 5_000))?.[1];
}

function push(to: string[], from: Json | undefined): void {
  const said = textOf(from);
  if (said !== undefined && !/^https?:\/\/\S+$/.test(said)) to.push(plain(said));
}

/** Removes Markdown, mentions and entities: `*<https://x|Disk>*` becomes `Disk`. */
export function plain(said: string): string {
  return said
    .slice(0, LONGEST)
    .replaceAll(/<https?:[^<|>\s]{1,2000}\|([^<>]{0,500})>/g, '$1')
    .replaceAll(/\[([^[\]\n]{1,300})\]\(https?:[^()\s]{1,2000}\)/g, '$1')
    .replaceAll(/<[@!#][^<>]{0,80}>|<\/?(?:b|i|u|br|font|code|strong|p|a)\b[^<>]{0,200}>/gi, ' ')
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => ({ '&amp;': '&', '&lt;': '<' })[entity] ?? '>')
    .replaceAll(/(?:\*\*|__|~~|`+|^#+ +)/gm, '')
    .replaceAll(/(^|\s)[*_](\S(?:[^*_\n]*\S)?)[*_](?=\s|[:.,]|$)/g, '$1$2')
    .trim();
}

/** Returns the lines of a text that are pairs, such as `Host: db-1`. */
function fieldsIn(said: string): readonly (readonly [string, string])[] {
  return said
    .split('\n')
    .slice(0, 60)
    .flatMap((line) => {
      const match = /^\W{0,3}([A-Za-z][\w ]{1,24}?) *[:=] *(\S.{0,200})$/.exec(line.trim());
      return match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const];
    });
}
