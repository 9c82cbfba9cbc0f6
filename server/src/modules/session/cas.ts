import type { InputOf, ReplyOf, validateCasTicket } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Kysely } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { createTurns, fetchText, networkOf, webAddress } from '../../kernel/http/index.ts';
import type { EgressLimits, Knock, SharedThrottle } from '../../kernel/http/index.ts';
import { admitUser, requireCompleteSignIn } from './login.ts';
import type { SignInResult } from './login.ts';
import { loginOf } from './logins.ts';
import { platformValue } from './platformValue.ts';

/**
 * Opens a session for a user signed in by a CAS server. The ticket must be for this product's own address:
 * a ticket for another site would admit the site's operator. A second factor is required like after a
 * password.
 */
export async function signInWithCasTicket(
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
  if (casUrl === null || ownAddress === null) return refuseWith('cas.off');
  if (URL.parse(service)?.href !== ownAddress.href) refuseWith('cas.failed');
  const source = networkOf(knock.address);
  const counted = await bySource.begin(source);
  const opening = async (): Promise<SignInResult | null> => {
    const answer = await fetchText(casUrl, validationUrl(casUrl, ticket, service), limits);
    if (answer === null) return refuseWith('cas.unreachable');
    const name = userIn(answer);
    const row = name === null ? null : await loginOf(db, name, knock);
    // A throttled source admits only known users of the source.
    if (!counted && row?.knownHere !== true) return refuseWith('login.throttled');
    return row === null ? null : admitUser(db, row, knock);
  };
  const excuse = (): void => {
    if (counted) bySource.excused(source);
  };
  const opened = await (counted ? opening() : oneByOne(opening)).catch((error: unknown) => {
    excuse();
    throw error;
  });
  if (opened === null) {
    await bySource.failed(source);
    return refuseWith('cas.failed');
  }
  excuse();
  const { token, user } = requireCompleteSignIn(opened);
  return { token, userInfo: user };
}

/** Throttled sources' tickets run one by one: the user is known only after asking the server. */
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

const readCasProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/**
 * Parses the user from a CAS 2.0 answer; null for none or several. Entities are not read, let alone
 * expanded.
 */
export function userIn(xml: string): string | null {
  if (xml.includes('<!') || XMLValidator.validate(xml) !== true) return null;
  try {
    const answer = readCasProperty(parser.parse(xml), 'serviceResponse');
    if (readCasProperty(answer, 'authenticationFailure') !== undefined) return null;
    const user = readCasProperty(readCasProperty(answer, 'authenticationSuccess'), 'user');
    return typeof user === 'string' && user.trim() !== '' ? user.trim() : null;
  } catch {
    return null;
  }
}
