import { sql } from 'kysely';

/** How long a company whose term has ended may still look at its books and take them along, as SQL reads it. */
export const GRACE = '30 days';
/** How long before its end a company is told of it. */
export const NOTICE = '15 days';

/** May the people of the tenant `t` sign in at all? Once its term has ended they only read, and only for a while. */
export const isReadable = sql<boolean>`(t.enabled and (t.expires_at is null or t.expires_at + ${GRACE}::interval > now()))`;
