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
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { isAlike, letFollow, refuseReferencedRecords } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type Templates = ReplyOf<typeof labelTemplates>;
type StoredLabelTemplate = Templates[number];
type SavedLabelTemplate = ReplyOf<typeof addLabelTemplate>;

/** The company's own templates, by name. */
export async function listLabelTemplates({ tx, tenantId }: Context): Promise<Templates> {
  const { rows } = await sql<StoredLabelTemplate>`
    select id, name, version, template from label_template
    where tenant_id = ${tenantId} order by name limit ${MOST_LABEL_TEMPLATES}`.execute(tx);
  return rows;
}

/** Refuses unprintable templates: elements beyond the label, labels beyond the sheet. */
function requireFittingLabel(template: LabelTemplate): void {
  const element = elementOutside(template, template.elements);
  if (element !== null) refuseWith('label.outside', { element }, { field: 'elements' });
  const { onSheet, sheet } = template;
  if (onSheet && !fitsSheet(sheet, template))
    refuseWith('label.sheet', { columns: sheet.columns, rows: sheet.rows }, { field: 'sheet' });
}

async function refuseDuplicateLabelName(
  { tx, tenantId }: Context,
  name: string,
  except: string | null,
) {
  const { rows } = await sql`
    select from label_template
    where tenant_id = ${tenantId} and ${isAlike(sql.ref('name'), name)} and id is distinct from ${except}::bigint`.execute(
    tx,
  );
  if (rows.length > 0) refuseWith('name.taken', { name }, { field: 'name' });
}

const toLabelLogSubject = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  subject: 'label_template' as const,
  subjectId: id,
  number: name,
});

/** Adds a template under a name unused in the company. */
export async function addTemplate(
  context: Context,
  { name, template }: InputOf<typeof addLabelTemplate>,
): Promise<SavedLabelTemplate> {
  const { tx, tenantId } = context;
  requireFittingLabel(template);
  await refuseDuplicateLabelName(context, name, null);
  const { rows: more } = await sql`
    select from label_template where tenant_id = ${tenantId}
    offset ${MOST_LABEL_TEMPLATES - 1} limit 1`.execute(tx);
  if (more.length > 0) refuseWith('label.tooManyTemplates', { most: MOST_LABEL_TEMPLATES });
  const { rows } = await sql<SavedLabelTemplate>`
    insert into label_template (tenant_id, name, template)
    values (${tenantId}, ${name}, ${JSON.stringify(template)}::jsonb)
    returning id, version`.execute(tx);
  const saved = orRefuseMissing(rows[0]);
  logChange(context, {
    ...toLabelLogSubject({ ...saved, name }),
    action: 'add',
    after: { name, ...template },
  });
  return saved;
}

/** The template, locked. */
async function lockLabelTemplate(
  { tx, tenantId }: Context,
  id: string,
): Promise<StoredLabelTemplate> {
  const { rows } = await sql<StoredLabelTemplate>`
    select id, name, version, template from label_template
    where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Renames a template or replaces the content. */
export async function changeTemplate(
  context: Context,
  { id, version, name, template }: InputOf<typeof updateLabelTemplate>,
): Promise<SavedLabelTemplate> {
  const { tx, tenantId } = context;
  requireFittingLabel(template);
  const before = await lockLabelTemplate(context, id);
  if (before.version !== version) await refuseStale(context, 'label_template', id, before.version);
  await refuseDuplicateLabelName(context, name, id);
  const { rows } = await sql<SavedLabelTemplate>`
    update label_template
    set name = ${name}, template = ${JSON.stringify(template)}::jsonb, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning id, version`.execute(tx);
  logChange(context, {
    ...toLabelLogSubject({ id, name }),
    action: 'update',
    before: { name: before.name, ...before.template },
    after: { name, ...template },
  });
  return orRefuseMissing(rows[0]);
}

export async function removeTemplate(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const before = await lockLabelTemplate(context, id);
  await refuseReferencedRecords(context, 'label_template', [before], 'record.stays');
  await sql`delete from label_template where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  await letFollow(context, 'label_template', [id]);
  logChange(context, {
    ...toLabelLogSubject(before),
    action: 'delete',
    before: { name: before.name, ...before.template },
  });
  return { changed: 1 };
}

/** Logs a printing: the number of labels, and the template. */
export function recordLabelPrinting(
  context: Context,
  { template, labels }: InputOf<typeof recordLabels>,
): { changed: number } {
  logChange(context, {
    action: 'print',
    subject: 'labels',
    subjectId: '',
    number: template,
    after: { labels },
  });
  return { changed: labels };
}
