import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether browsers come through TLS. */
export const SECURE_COOKIES = Symbol('secure cookies');

/** Of a cookie without TLS and behind it, where no other host of the domain can set it. */
interface CookieNames {
  readonly plain: string;
  readonly secure: string;
}

/** What only this service reads, and no script. */
@Injectable()
export class Cookies {
  constructor(@Inject(SECURE_COOKIES) private readonly isSecure: boolean) {}

  set(reply: FastifyReply, names: CookieNames, value: string, expires: Date): void {
    const cookie = stringifySetCookie({
      ...{ name: this.nameIn(names), value, expires, path: '/' },
      ...{ httpOnly: true, secure: this.isSecure, sameSite: 'strict' },
    });
    void reply.header('set-cookie', cookie);
  }

  remove(reply: FastifyReply, names: CookieNames): void {
    this.set(reply, names, '', new Date(0));
  }

  read({ headers }: Pick<FastifyRequest, 'headers'>, names: CookieNames): string | undefined {
    return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[this.nameIn(names)];
  }

  private nameIn({ plain, secure }: CookieNames): string {
    return this.isSecure ? secure : plain;
  }
}
