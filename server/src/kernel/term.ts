import { sql } from 'kysely';

/** How long a company whose term has ended may still look at its books and take them along, as SQL reads it. */
export const GRACE = '30 days';
/** How long before its end the company `t` is told of it: one that only tries the product later than one that pays. */
export const notice = sql`(case t.plan when 'free' then interval '5 days' else interval '15 days' end)`;

/** May the people of the tenant `t` sign in at all? Once its term has ended they only read, and only for a while. */
export const isReadable = sql<boolean>`(t.enabled and (t.expires_at is null or t.expires_at + ${GRACE}::interval > now()))`;
