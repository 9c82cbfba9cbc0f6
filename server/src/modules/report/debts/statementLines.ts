import { choiceLabel } from '@tradehouse/contract';
import type { LedgerRole, StatementLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../kernel/access/index.ts';
import { ledgerName } from '../../money/index.ts';
import type { BookPeriod } from '../books/bookPeriod.ts';
import { bookRangesSql } from '../books/ledgerAccounts.ts';

/** Line of a part, shown below the sum that contains the part. */
interface PartLine {
  readonly line: string;
  readonly below: string;
  /** Role of the account with the part. */
  readonly role: LedgerRole;
  /** Relation with columns place and the figures, on the side of the sum. */
  readonly figures: RawBuilder<unknown>;
}

/**
 * Statement: the accounts of each listing line, then the line's sum. Takes a relation with columns
 * account_id, type, place and `figures`, debit above zero; a line shows figures on the line's own side.
 */
export function statementLines(
  context: Context,
  lines: readonly StatementLine[],
  figures: readonly string[],
  booked: RawBuilder<unknown>,
  period: BookPeriod,
  parts: readonly PartLine[] = [],
): RawBuilder<unknown> {
  const { tenantId, language } = context;
  const given = sql.join(
    lines.map(
      (
        { line, of, lists, side },
        at,
      ) => sql`(${sql.lit(at)}, ${line}::text, ${[...of]}::text[], ${sql.lit(lists)},
        ${sql.lit(side === 'debit' ? 1 : -1)}, ${choiceLabel(language, 'line', line)}::text)`,
    ),
  );
  const summed = (scale: string): RawBuilder<unknown> =>
    sql.raw(figures.map((name) => `${scale} * booked."${name}" as "${name}"`).join());
  const added = sql.raw(
    figures.map((name) => `line.side * coalesce(sum(booked."${name}"), 0) as "${name}"`).join(),
  );
  return sql`(
    with booked as (${booked}),
    line(at, line, types, lists, side, name) as (values ${given}),
    date_range(place, since, until, period) as (${bookRangesSql(period)})
    select booked.place || '-' || line.line || '-' || booked.account_id as id, booked.place, line.at, 0 as foot,
      booked.account_id as "ledgerAccountId", date_range.since, date_range.until, date_range.period,
      'account' as line,
      ledger.code, ${ledgerName(context, 'ledger')} as name, ${summed('line.side')}
    from line
    join booked on line.lists and booked.type = any(line.types)
    join date_range on date_range.place = booked.place
    join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = booked.account_id
    union all
    select date_range.place || '-' || line.line, date_range.place, line.at, 1, null, date_range.since,
      date_range.until, date_range.period,
      line.line, null, line.name, ${added}
    from line cross join date_range
    left join booked on booked.place = date_range.place and booked.type = any(line.types)
    group by line.at, line.line, line.side, line.name, date_range.place, date_range.since, date_range.until,
      date_range.period
    ${sql.join(
      parts.map((part) => partLineSql(context, part, figures)),
      sql` `,
    )})`;
}

const partLineSql = (
  { tenantId, language }: Context,
  { line, below, role, figures: part }: PartLine,
  figures: readonly string[],
): RawBuilder<unknown> => sql`
    union all
    select date_range.place || '-' || ${line}, date_range.place, line.at, 2, (
        select played.ledger_account_id from ledger_role as played
        where played.tenant_id = ${tenantId} and played.role = ${role}),
      date_range.since, date_range.until, date_range.period, ${line}, null,
      ${choiceLabel(language, 'line', line)},
      ${sql.raw(figures.map((name) => `coalesce(part."${name}", 0) as "${name}"`).join())}
    from line cross join date_range
    left join (${part}) as part on part.place = date_range.place
    where line.line = ${below}`;

/** Position of a line in a statement. */
export const lineSequence = sql<number>`
  row_number() over (order by line.place, line.at, line.foot, line.code collate "C")::integer`;
