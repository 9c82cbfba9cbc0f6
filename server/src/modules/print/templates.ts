import type { InputOf, PrintPaper, PrintTemplate } from '@tradehouse/contract';
import type { resetPrintTemplate, updatePrintTemplate } from '@tradehouse/contract';
import { printFields } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

interface StoredPrintTemplate {
  readonly paper: PrintPaper;
  readonly template: PrintTemplate;
  readonly version: number;
}

/** Returns the kind of a name, if user-written. */
export const kindIn = (name: string): KindCode =>
  kindCodes.find((code) => code === name) ??
  refuseWith('document.kind', { kind: name }, { field: 'kind' });

/** Lists the company's changes to a kind's templates, by paper. */
export async function templatesOf(
  { tx, tenantId }: Context,
  kind: KindCode,
): Promise<StoredPrintTemplate[]> {
  const { rows } = await sql<StoredPrintTemplate>`
    select paper, template, version from print_template
    where tenant_id = ${tenantId} and kind = ${kind} order by paper`.execute(tx);
  return rows;
}

/** Saves a template with only the kind's fields; refuses a template older than the stored. */
export async function keepTemplate(
  context: Context,
  { kind: name, paper, version, template }: InputOf<typeof updatePrintTemplate>,
): Promise<{ version: number }> {
  const { tx, tenantId } = context;
  const kind = kindIn(name);
  requireFittingTemplate(kind, template);
  const json = sql`${JSON.stringify(template)}::jsonb`;
  const write =
    version === 0
      ? sql<{ version: number }>`
        insert into print_template (tenant_id, kind, paper, template)
        values (${tenantId}, ${kind}, ${paper}, ${json})
        on conflict (tenant_id, kind, paper) do nothing returning version`
      : sql<{ version: number }>`
        update print_template set template = ${json}, version = version + 1
        where tenant_id = ${tenantId} and kind = ${kind} and paper = ${paper} and version = ${version}
        returning version`;
  const { rows } = await write.execute(tx);
  const kept = rows[0] ?? refuseWith('record.stale');
  logChange(context, { ...toPrintTemplateLogSubject(kind, paper), action: 'update' });
  return { version: kept.version };
}

/** Resets a kind's template on the paper to the product's own. */
export async function resetTemplate(
  context: Context,
  { kind: name, paper }: InputOf<typeof resetPrintTemplate>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const kind = kindIn(name);
  const { rows } = await sql`
    delete from print_template
    where tenant_id = ${tenantId} and kind = ${kind} and paper = ${paper} returning paper`.execute(
    tx,
  );
  if (rows.length > 0)
    logChange(context, { ...toPrintTemplateLogSubject(kind, paper), action: 'delete' });
  return { changed: rows.length };
}

const toPrintTemplateLogSubject = (kind: KindCode, paper: string) => ({
  subject: 'print_template' as const,
  subjectId: `${kind}/${paper}`,
  number: `${documentKinds[kind].prefix} ${paper}`,
});

/** Refuses fields unknown to the kind or repeated in a section, and margins that leave no paper. */
function requireFittingTemplate(kind: KindCode, template: PrintTemplate): void {
  const has = printFields(kind);
  const { width, height, margins, facts, lines, sums, footer, header } = template;
  const sections: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['facts', facts.fields.map(({ field }) => field), has.facts],
    ['lines', lines.columns.map(({ field }) => field), has.lines],
    ['sums', sums.map(({ field }) => field), has.sums],
    ['signs', footer.signs.map(({ field }) => field), has.signs],
    ['company', header.company, header.company],
  ];
  for (const [section, named, offered] of sections) {
    const wrong = named.find(
      (field, at) => !offered.includes(field) || named.indexOf(field) !== at,
    );
    if (wrong !== undefined) refuseWith('print.field', { field: wrong }, { field: section });
  }
  const across = width - margins.left - margins.right;
  const down = (height ?? Infinity) - margins.top - margins.bottom;
  if (across < 30 || down < 40) refuseWith('print.margins', {}, { field: 'margins' });
}
