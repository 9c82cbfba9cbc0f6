import { MOST_LABEL_TEMPLATES } from '@tradehouse/contract';
import type { InputOf, LabelTemplate, ReplyOf } from '@tradehouse/contract';
import type {
  addLabelTemplate,
  labelTemplates,
  recordLabels,
  updateLabelTemplate,
} from '@tradehouse/contract';
import { elementOutside, fitsSheet } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  found,
  isAlike,
  letFollow,
  log,
  refuse,
  refuseStale,
  refuseUsed,
} from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

type Templates = ReplyOf<typeof labelTemplates>;
type Kept = Templates[number];
type Saved = ReplyOf<typeof addLabelTemplate>;

/** The company's own templates, by name. */
export async function templates({ tx, tenantId }: Context): Promise<Templates> {
  const { rows } = await sql<Kept>`
    select id, name, version, template from label_template
    where tenant_id = ${tenantId} order by name limit ${MOST_LABEL_TEMPLATES}`.execute(tx);
  return rows;
}

/** Refuses what can't be printed as it stands: elements beyond the label, labels beyond the sheet. */
function mustFit(template: LabelTemplate): void {
  const element = elementOutside(template, template.elements);
  if (element !== null) refuse('label.outside', { element }, { field: 'elements' });
  const { onSheet, sheet } = template;
  if (onSheet && !fitsSheet(sheet, template))
    refuse('label.sheet', { columns: sheet.columns, rows: sheet.rows }, { field: 'sheet' });
}

async function refuseTaken({ tx, tenantId }: Context, name: string, except: string | null) {
  const { rows } = await sql`
    select from label_template
    where tenant_id = ${tenantId} and ${isAlike(sql.ref('name'), name)} and id is distinct from ${except}::bigint`.execute(
    tx,
  );
  if (rows.length > 0) refuse('name.taken', { name }, { field: 'name' });
}

const entryOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  subject: 'label_template' as const,
  subjectId: id,
  number: name,
});

/** Keeps a new template under a name that none of the company has. */
export async function addTemplate(
  context: Context,
  { name, template }: InputOf<typeof addLabelTemplate>,
): Promise<Saved> {
  const { tx, tenantId } = context;
  mustFit(template);
  await refuseTaken(context, name, null);
  const { rows: more } = await sql`
    select from label_template where tenant_id = ${tenantId}
    offset ${MOST_LABEL_TEMPLATES - 1} limit 1`.execute(tx);
  if (more.length > 0) refuse('label.tooManyTemplates', { most: MOST_LABEL_TEMPLATES });
  const { rows } = await sql<Saved>`
    insert into label_template (tenant_id, name, template)
    values (${tenantId}, ${name}, ${JSON.stringify(template)}::jsonb)
    returning id, version`.execute(tx);
  const saved = found(rows[0]);
  log(context, { ...entryOf({ ...saved, name }), action: 'add', after: { name, ...template } });
  return saved;
}

/** The template, locked. */
async function kept({ tx, tenantId }: Context, id: string): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select id, name, version, template from label_template
    where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  return found(rows[0]);
}

/** Renames a template or replaces what it holds. */
export async function changeTemplate(
  context: Context,
  { id, version, name, template }: InputOf<typeof updateLabelTemplate>,
): Promise<Saved> {
  const { tx, tenantId } = context;
  mustFit(template);
  const before = await kept(context, id);
  if (before.version !== version) await refuseStale(context, 'label_template', id, before.version);
  await refuseTaken(context, name, id);
  const { rows } = await sql<Saved>`
    update label_template
    set name = ${name}, template = ${JSON.stringify(template)}::jsonb, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning id, version`.execute(tx);
  log(context, {
    ...entryOf({ id, name }),
    action: 'update',
    before: { name: before.name, ...before.template },
    after: { name, ...template },
  });
  return found(rows[0]);
}

export async function removeTemplate(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const before = await kept(context, id);
  await refuseUsed(context, 'label_template', [before], 'record.stays');
  await sql`delete from label_template where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  await letFollow(context, 'label_template', [id]);
  log(context, {
    ...entryOf(before),
    action: 'delete',
    before: { name: before.name, ...before.template },
  });
  return { changed: 1 };
}

/** Writes a printing down: how many labels, and of which template. */
export function labelled(
  context: Context,
  { template, labels }: InputOf<typeof recordLabels>,
): { changed: number } {
  log(context, {
    action: 'print',
    subject: 'labels',
    subjectId: '',
    number: template,
    after: { labels },
  });
  return { changed: labels };
}
