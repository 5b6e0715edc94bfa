import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/dist/types.js';
import type { QueueName } from '#monitoring/contracts/queues.js';
import type { NotificationQueueName } from '#notification/contracts/queues.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { QueueFactory } from '#shared/platform/queue/queue-factory.js';
import { withTimeout } from '#shared/platform/with-timeout.js';
import { packageFolder } from '../docs/package-folder.js';

/** Milliseconds. Without a limit, a request would wait until an unreachable queue server is back. */
const TIMEOUT = 5_000;

const DESCRIPTIONS: Readonly<Record<QueueName | NotificationQueueName, string>> = {
  deliveries: 'Wakes workers up for webhooks with new deliveries',
  verifications: 'Wakes workers up for verifications of plugins',
  replays: 'Wakes workers up for replays of webhooks',
  notifications: 'Wakes workers up for notifications that are due',
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

interface BoardAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Bull Board for the queues of this process, in Redis or PostgreSQL. It takes some megabytes of memory, so it is loaded at
 * the first request. Only its GET routes are served.
 */
@Injectable()
export class QueueBoard {
  private readonly logger = new Logger('QueueBoard');
  private opened: Promise<BoardParts> | undefined;

  constructor(private readonly queues: QueueFactory) {}

  /** Returns the template of the page. @throws ERROR_NOT_FOUND if `path` is not a path of the page */
  async page(path: string): Promise<{ readonly template: string; readonly config: string }> {
    const { entry, views, config } = await this.board();
    if (![entry.route].flat().some((route) => patternOf(route).test(path))) throw notThere();
    const { name, params } = entry.handler({ basePath: '', uiConfig: config });
    return { template: await readFile(join(views, name), 'utf8'), config: params['uiConfig'] ?? '{}' };
  }

  /** Returns a file of the page. @throws ERROR_NOT_FOUND for any other file */
  async part(path: string): Promise<{ readonly content: Buffer; readonly type: string }> {
    const { views } = await this.board();
    const file = resolve(join(views, path));
    const type = TYPES[extname(file)];
    if (type === undefined || !file.startsWith(join(views, 'static') + sep)) throw notThere();
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) throw notThere();
    return { content, type };
  }

  /** Answers an API request of the page. @throws ERROR_NOT_FOUND; ERROR_UNAVAILABLE while the queue server is unreachable */
  async ask(path: string, query: Readonly<Record<string, unknown>>): Promise<BoardAnswer> {
    const { routes, queues, config } = await this.board();
    for (const { method, route, handler } of routes) {
      if (![method].flat().includes('get')) continue;
      for (const pattern of [route].flat().map(patternOf)) {
        const found = pattern.exec(path);
        if (!found) continue;
        const request = {
          queues,
          uiConfig: config,
          params: { ...found.groups },
          query: { ...query },
          body: {},
          headers: {},
        };
        try {
          const { status = 200, body } = await withTimeout(TIMEOUT, Promise.resolve(handler(request)), path);
          return { status, body };
        } catch (error) {
          this.logger.warn(`the queues cannot be read: ${messageOf(error)}`);
          throw DomainError.unavailable('The server of the queues does not answer', 5, error);
        }
      }
    }
    throw notThere();
  }

  private board(): Promise<BoardParts> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async open(): Promise<BoardParts> {
    const [{ createBullBoard }, { BullMQAdapter }] = await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
    ]);
    const parts = new BoardParts();
    const adapters = this.queues.all().map((queue) => {
      const description = DESCRIPTIONS[queue.name as keyof typeof DESCRIPTIONS];
      const adapter = new BullMQAdapter(queue, { readOnlyMode: true, description });
      adapter.setFormatter('data', withIds);
      return adapter;
    });
    createBullBoard({
      queues: adapters,
      serverAdapter: parts,
      // Without uiBasePath, Bull Board calls `require`, which does not exist in the built service.
      options: {
        uiBasePath: packageFolder('@bull-board/ui'),
        uiConfig: { boardTitle: 'Tocsin queues', hideDocsLink: true, locale: { lng: 'en-US' } },
      },
    });
    return parts;
  }
}

/** Bull Board's server adapter. It only stores the routes, and `QueueBoard` serves them. */
class BoardParts implements IServerAdapter {
  queues: BullBoardQueues = new Map();
  views = '';
  config: UIConfig = {};
  routes: readonly AppControllerRoute[] = [];
  entry!: AppViewRoute;

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }
  setViewsPath(path: string): this {
    this.views = path;
    return this;
  }
  setStaticPath(): this {
    return this;
  }
  setEntryRoute(route: AppViewRoute): this {
    this.entry = route;
    return this;
  }
  /** Not used: errors of handlers are answered by the problem filter. */
  setErrorHandler(): this {
    return this;
  }
  setApiRoutes(routes: AppControllerRoute[]): this {
    this.routes = routes;
    return this;
  }
  setUIConfig(config: UIConfig): this {
    this.config = config;
    return this;
  }
}

/** Replaces the uuids of rows in a job by the ids that the API shows. */
function withIds(data: { readonly webhook_uuids?: readonly string[] }): unknown {
  const { webhook_uuids, ...rest } = data;
  return webhook_uuids === undefined
    ? rest
    : { webhook_ids: webhook_uuids.map((uuid) => formatId('webhook', uuid)), ...rest };
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function notThere(): DomainError {
  return DomainError.notFound('This part of the board');
}
