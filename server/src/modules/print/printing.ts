import type { InputOf, PrintedDocument, ReplyOf } from '@tradehouse/contract';
import type { documentsToPrint, recordPrinting } from '@tradehouse/contract';
import { MOST_PRINTED, MOST_PRINTED_LINES } from '@tradehouse/contract';
import { decimal, documentKinds, toPlainDecimal } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  mayOpen,
  refuseWith,
  seesAmounts,
  seesWholeDays,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { frameSources, mayFrame } from '../../kernel/http/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readDocumentDetails } from '../document/index.ts';
import type { OwnDetail } from '../document/index.ts';
import { logoOf } from './logo.ts';
import { kindIn, templatesOf } from './templates.ts';

/**
 * Reads the print data of documents of a single kind, in requested order; the number of queries is
 * constant.
 */
export async function toPrint(
  context: Context,
  input: InputOf<typeof documentsToPrint>,
): Promise<ReplyOf<typeof documentsToPrint>> {
  const kind = openKind(context, input.kind);
  const ids = splitUniqueIds(input.ids);
  const heads = new Map(
    (await readPrintableHeads(context, kind, ids)).map((head) => [head.id, head]),
  );
  const details = await readDocumentDetails(context, [kind], ids);
  return {
    documents: details.map((detail) => asPrinted(context, detail, heads.get(detail.id))),
    templates: await templatesOf(context, kind),
    logo: await logoOf(context),
    serviceUrl: await serviceUrl(context),
  };
}

/** Logs a printing, a log line per document; checks again that printing is allowed. */
export async function recordDocumentPrinting(
  context: Context,
  input: InputOf<typeof recordPrinting>,
): Promise<{ changed: number }> {
  const kind = openKind(context, input.kind);
  const heads = await readPrintableHeads(context, kind, splitUniqueIds(input.ids));
  for (const { id, number } of heads)
    logChange(context, {
      action: 'print',
      subject: kind,
      subjectId: id,
      number,
      after: { paper: input.paper },
    });
  return { changed: heads.length };
}

/** Each id once, in the order given. */
const splitUniqueIds = (ids: string): string[] => [
  ...new Set(ids.split(',').filter((id) => id !== '')),
];

/** Returns the kind if the caller may open the kind's page. */
function openKind({ scope }: Context, name: string): KindCode {
  const kind = kindIn(name);
  return mayOpen(scope, documentKinds[kind].url ?? '') ? kind : refuseWith('access.denied');
}

interface PrintHead {
  readonly id: string;
  readonly number: string;
  /** Document waits for approval, and the company prints approved documents only. */
  readonly early: boolean;
  readonly lines: number;
  readonly sourceNumbers: string;
  readonly partnerContacts: string | null;
  readonly partnerPhone: string | null;
  readonly partnerAddress: string | null;
  readonly partnerTaxNumber: string | null;
  readonly partnerBank: string | null;
  readonly partnerBankAccount: string | null;
  /** Amount that the partner owes us, or that we owe the partner. */
  readonly owed: string | null;
}

/** Reads the heads of documents; refuses missing, hidden or not yet printable documents. */
async function readPrintableHeads(
  { tx, tenantId, scope }: Context,
  kind: KindCode,
  ids: readonly string[],
): Promise<readonly PrintHead[]> {
  if (ids.length > MOST_PRINTED) refuseWith('print.tooMany', tooMany);
  const { rows } = await sql<PrintHead>`
    select d.id, coalesce(d.number, '') as number, d.source_numbers as "sourceNumbers",
      d.approval = 'draft' and s.audit_print as early,
      (select count(*) from document_line l where l.tenant_id = ${tenantId} and l.document_id = d.id)::integer as lines,
      p.contacts as "partnerContacts", coalesce(nullif(p.telephone, ''), p.phone) as "partnerPhone",
      p.address as "partnerAddress", p.tax_number as "partnerTaxNumber", p.bank_name as "partnerBank",
      p.bank_account as "partnerBankAccount",
      (select sum(case b.purse when 'payable' then -b.amount else b.amount end) from whole_money_balance b
        where b.tenant_id = ${tenantId} and b.holder_id = p.id
          and b.purse = case p.type when 'supplier' then 'payable' else 'receivable' end) as owed
    from document d
    join tenant_setting s on s.tenant_id = ${tenantId}
    left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
    where d.tenant_id = ${tenantId} and d.kind = ${kind} and d.id = any(${ids}::bigint[])
      and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    order by d.id`.execute(tx);
  if (rows.length < ids.length || ids.length === 0) refuseWith('record.missing');
  const early = rows.find((row) => row.early);
  if (early !== undefined) refuseWith('print.notApproved', { number: early.number });
  if (rows.reduce((sum, { lines }) => sum + lines, 0) > MOST_PRINTED_LINES)
    refuseWith('print.tooMany', tooMany);
  return rows;
}

const tooMany = { documents: MOST_PRINTED, lines: MOST_PRINTED_LINES };

function asPrinted(
  { scope }: Context,
  detail: OwnDetail,
  head: PrintHead | undefined,
): PrintedDocument {
  const wholly = scope.documents.of === 'all' && seesWholeDays(scope);
  const sees = wholly && seesAmounts(scope, 'money') && detail.payable !== null;
  const owed = sees && detail.partnerId !== null ? (head?.owed ?? '0') : null;
  return {
    ...detail,
    sourceNumbers: head?.sourceNumbers ?? '',
    partnerContacts: head?.partnerContacts ?? '',
    partnerPhone: head?.partnerPhone ?? '',
    partnerAddress: head?.partnerAddress ?? '',
    partnerTaxNumber: head?.partnerTaxNumber ?? '',
    partnerBank: head?.partnerBank ?? '',
    partnerBankAccount: head?.partnerBankAccount ?? '',
    partnerDebt: owed === null ? null : toPlainDecimal(decimal(owed)),
    partnerDebtBefore:
      owed === null ? null : toPlainDecimal(decimal(owed).minus(computeOpenDebtShare(detail))),
  };
}

/** Returns the document's share of the present debt: a return and a payment lessen the debt. */
function computeOpenDebtShare({ kind, inForce, openDebt, totalAmount }: OwnDetail) {
  if (!inForce) return decimal(0);
  const { subject, trade } = documentKinds[kind];
  return subject === 'money'
    ? decimal(totalAmount ?? 0).negated()
    : decimal(openDebt ?? 0).times(trade?.sign ?? 1);
}

/** Address of the platform's external print service, if switched on and allowed in a frame. */
async function serviceUrl({ tx }: Context): Promise<string> {
  const rows = await tx
    .selectFrom('platform_config')
    .select(['key', 'value'])
    .where('key', 'in', ['bill_print_flag', 'bill_print_url'])
    .execute();
  const value = (name: string): string => rows.find(({ key }) => key === name)?.value.trim() ?? '';
  const url = value('bill_print_url');
  if (value('bill_print_flag') !== '1' || url === '') return '';
  return mayFrame(url, await frameSources(tx)) ? url : '';
}
