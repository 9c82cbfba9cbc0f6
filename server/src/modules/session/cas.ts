import type { InputOf, ReplyOf, validateCasTicket } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Kysely } from 'kysely';
import { createTurns, fetchText, networkOf, refuse, webAddress } from '../../kernel/index.ts';
import type { EgressLimits, Knock, SharedThrottle } from '../../kernel/index.ts';
import { admit, complete } from './login.ts';
import type { Opened } from './login.ts';
import { loginOf } from './logins.ts';
import { platformValue } from './platformValue.ts';

/**
 * Opens a session for whom a CAS server has signed in. The ticket must be for this product's own address: one that was
 * given for another site would let that site's keeper in here. A second factor is asked for as after a password.
 */
export async function signInByTicket(
  db: Kysely<Database>,
  bySource: SharedThrottle,
  { ticket, service }: InputOf<typeof validateCasTicket>,
  knock: Knock,
  limits?: EgressLimits,
): Promise<ReplyOf<typeof validateCasTicket>> {
  const [casUrl, ownAddress] = [
    webAddress(await platformValue(db, 'cas_url')),
    webAddress(await platformValue(db, 'cas_service')),
  ];
  if (casUrl === null || ownAddress === null) return refuse('cas.off');
  if (URL.parse(service)?.href !== ownAddress.href) refuse('cas.failed');
  const source = networkOf(knock.address);
  const counted = await bySource.begin(source);
  const opening = async (): Promise<Opened | null> => {
    const answer = await fetchText(casUrl, validationUrl(casUrl, ticket, service), limits);
    if (answer === null) return refuse('cas.unreachable');
    const name = userIn(answer);
    const row = name === null ? null : await loginOf(db, name, knock);
    // Only users who belong there are let in where the source is full.
    if (!counted && row?.knownHere !== true) return refuse('login.throttled');
    return row === null ? null : admit(db, row, knock);
  };
  const excuse = (): void => {
    if (counted) bySource.excused(source);
  };
  const opened = await (counted ? opening() : oneByOne(opening)).catch((error: unknown) => {
    // A server that does not answer is no one's failure.
    excuse();
    throw error;
  });
  if (opened === null) {
    await bySource.failed(source);
    return refuse('cas.failed');
  }
  excuse();
  const { token, user } = complete(opened);
  return { token, userInfo: user };
}

/** Tickets from sources that failed too often: their user is known only once the server was asked. */
const oneByOne = createTurns(1, 10);

function validationUrl(casUrl: URL, ticket: string, service: string): URL {
  const url = new URL(casUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/serviceValidate`;
  url.search = new URLSearchParams({ service, ticket }).toString();
  url.hash = '';
  return url;
}

const parser = new XMLParser({
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  ignoreAttributes: true,
});

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/** The user a CAS 2.0 answer names, null when it names none, or more than one. Entities are not read, let alone expanded. */
export function userIn(xml: string): string | null {
  if (xml.includes('<!') || XMLValidator.validate(xml) !== true) return null;
  try {
    const answer = partOf(parser.parse(xml), 'serviceResponse');
    if (partOf(answer, 'authenticationFailure') !== undefined) return null;
    const user = partOf(partOf(answer, 'authenticationSuccess'), 'user');
    return typeof user === 'string' && user.trim() !== '' ? user.trim() : null;
  } catch {
    return null;
  }
}
