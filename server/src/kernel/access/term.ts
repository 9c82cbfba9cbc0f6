import { sql } from 'kysely';

/** Interval after the end of its term in which a company may still read and export its books. */
export const GRACE = '30 days';
/** Interval before the end of the term when company `t` is notified: shorter on trial than when paying. */
export const notice = sql`(case t.plan when 'free' then interval '5 days' else interval '15 days' end)`;

/** May the users of tenant `t` sign in? After the end of its term they only read, for a limited time. */
export const isReadable = sql<boolean>`(t.enabled and (t.expires_at is null or t.expires_at + ${GRACE}::interval > now()))`;
