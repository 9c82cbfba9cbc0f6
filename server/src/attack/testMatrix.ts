// Who of the roles that a new company starts with may make a call, by the declarations alone.
import type { Endpoint } from '@tradehouse/contract';
import { isOperators } from '@tradehouse/contract/declared';
import { seededRoles } from '@tradehouse/database';
import type { SeededRoleCode } from '@tradehouse/database';
import { documentKinds } from '@tradehouse/domain';

export const roles = Object.keys(seededRoles) as SeededRoleCode[];

/** The button that what is done to a document takes on its kind's page. */
const documentButtons = { view: '', edit: '1', approve: '2', unapprove: '7', export: '3' } as const;
/** The pages of the kinds that a call's family writes: money documents, or goods. */
const documentPages = (path: string): string[] =>
  Object.values(documentKinds)
    .filter(({ subject }) => (subject === 'money') === path.startsWith('/accountHead'))
    .flatMap(({ url }) => url ?? []);

export type Guarded = Pick<Endpoint, 'access' | 'path'>;

/** What a call asks for: pages of which one is enough, and a button there. */
function askedBy({ access, path }: Guarded): {
  readonly pages: readonly string[];
  readonly button: string;
} {
  if (typeof access === 'string') return { pages: [], button: '' };
  if ('application' in access) return { pages: [], button: '' };
  if ('document' in access)
    return { pages: documentPages(path), button: documentButtons[access.document] };
  const pages = typeof access.page === 'string' ? [access.page] : access.page;
  return { pages, button: access.button ?? '' };
}

/** ✓ always, – never, ◐ on some of several pages only (the record's own kind decides). */
export function mark(code: SeededRoleCode, call: Guarded): string {
  const { access } = call;
  if (access === 'public' || access === 'signedIn') return '✓';
  // No one who is signed in: a program alone.
  if ('application' in access) return '–';
  if (isOperators(call)) return '–';
  const { pages, button } = askedBy(call);
  const may = (page: string): boolean => {
    const held: readonly string[] | undefined = seededRoles[code].pages[page];
    return held !== undefined && (button === '' || held.includes(button));
  };
  if (!pages.some(may)) return '–';
  return pages.every(may) ? '✓' : '◐';
}

export function words(call: Guarded): string {
  const { access } = call;
  if (typeof access === 'string') return { public: 'anybody', signedIn: 'signed in' }[access];
  if ('application' in access) return `a program with ${access.application}`;
  const { pages, button } = askedBy(call);
  const whose = isOperators(call) ? "the platform's " : '';
  const where = 'document' in access ? "the kind's page" : whose + pages.join(' or ');
  return button === '' ? where : `${where}, button ${button}`;
}
