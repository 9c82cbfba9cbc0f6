import { CALLS_PER_MINUTE, CLOCK_SKEW, choiceLabel, hasFieldLabel } from '@tradehouse/contract';
import type { OpenCall } from '@tradehouse/contract';
import { errors, sentences } from '@tradehouse/domain';
import { Descriptions, Table, Tabs, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { language } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';
import { CodeText, OpenApiTest } from './openApiTest.tsx';
import type { TokenProps } from './openApiTest.tsx';
import {
  answersOf,
  listSearchConditions,
  parametersOf,
  sampleReply,
  shellOf,
} from './openApiWords.ts';
import type { OpenApiField } from './openApiWords.ts';
import { tabsLocale } from '../control/tabsLocale.ts';

const base = new URL(__API_BASE__, globalThis.location.href).href;

const renderInlineCode = (text: string): ReactNode => <code>{text}</code>;

interface OpenApiFieldRow {
  readonly path: string;
  readonly meaning: string;
  readonly type: string;
  readonly must?: boolean;
}

function OpenApiFieldTable({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly OpenApiFieldRow[];
}) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Typography.Title level={3}>{title}</Typography.Title>
      <Table<OpenApiFieldRow>
        size="small"
        pagination={false}
        rowKey="path"
        dataSource={rows}
        tableLayout="fixed"
        columns={[
          { title: t('openApi.name'), dataIndex: 'path', width: '32%', render: renderInlineCode },
          {
            title: t('openApi.meaning'),
            dataIndex: 'meaning',
            render: (meaning: string, { must = false }: OpenApiFieldRow) => (
              <>
                {meaning} {must && <Tag>{t('openApi.must')}</Tag>}
              </>
            ),
          },
          { title: t('openApi.type'), dataIndex: 'type', width: '28%', render: renderInlineCode },
        ]}
      />
    </section>
  );
}

const OpenApiCodeSample = ({
  title,
  text,
}: {
  readonly title: string;
  readonly text: string;
}): ReactNode => (
  <section aria-label={title}>
    <Typography.Title level={3}>
      {title} <Typography.Text copyable={{ text }} />
    </Typography.Title>
    <CodeText label={title} text={text} />
  </section>
);

function Refusals({ one }: { readonly one: OpenCall }): ReactNode {
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="key"
      tableLayout="fixed"
      dataSource={one.refusals.map((key) => ({ key, ...errors[key] }))}
      columns={[
        { title: t('openApi.code'), dataIndex: 'code', width: 100, render: renderInlineCode },
        { title: t('openApi.status'), dataIndex: 'status', width: 72 },
        {
          title: t('openApi.meaning'),
          dataIndex: 'key',
          render: (key: keyof typeof errors) => sentences[language][key],
        },
      ]}
    />
  );
}

function Told({ one }: { readonly one: OpenCall }): ReactNode {
  const { call, table } = one;
  const own = { id: call.labels ?? '' };
  const row = (field: OpenApiField): OpenApiFieldRow => ({
    ...field,
    meaning: labelOfColumn(own, field.name),
  });
  const answers = answersOf(one).map(({ path, name, type }) => ({
    path,
    meaning: labelOfColumn(own, name),
    type,
  }));
  return (
    <>
      <OpenApiFieldTable title={t('openApi.parameters')} rows={parametersOf(one).map(row)} />
      {table !== undefined && (
        <OpenApiFieldTable
          title={t('openApi.conditions')}
          rows={listSearchConditions(one).map((path) => ({
            path,
            meaning: labelOfColumn(table, path),
            type: table.filters[path]?.choices?.join(' | ') ?? table.filters[path]?.control ?? '',
          }))}
        />
      )}
      <OpenApiFieldTable title={t('openApi.answer')} rows={answers} />
      {table !== undefined && (
        <OpenApiFieldTable
          title="rows[]"
          rows={Object.entries(table.columns).map(([path, { type, choices }]) => ({
            path,
            // Fields on no screen have no label.
            meaning: hasFieldLabel(table.id, path) ? labelOfColumn(table, path) : '',
            type: choices?.join(' | ') ?? type,
          }))}
        />
      )}
    </>
  );
}

/** Documents one call: input, reply, sample, errors, and a place to try it. */
export function OpenApiCall({ one, ...token }: TokenProps & { readonly one: OpenCall }): ReactNode {
  const { call, called } = one;
  const { access } = call;
  const scope =
    typeof access === 'object' && 'application' in access
      ? `${choiceLabel(language, 'scopes', access.application)} (${access.application})`
      : t('openApi.needsNone');
  return (
    <article className="open-api-call" aria-label={called[language]}>
      <Typography.Title level={2}>{called[language]}</Typography.Title>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          {
            key: 'address',
            label: t('openApi.address'),
            children: (
              <>
                <Tag>{call.method}</Tag> <code>{`${base}${call.path}`}</code>
              </>
            ),
          },
          { key: 'needs', label: t('openApi.needs'), children: scope },
        ]}
      />
      <Typography.Paragraph type="secondary">
        {t('openApi.limits', { calls: CALLS_PER_MINUTE, seconds: CLOCK_SKEW })}
      </Typography.Paragraph>
      <Tabs
        locale={tabsLocale()}
        items={[
          { key: 'fields', label: t('openApi.parameters'), children: <Told one={one} /> },
          {
            key: 'sample',
            label: t('openApi.sample'),
            children: (
              <>
                <OpenApiCodeSample title={t('openApi.request')} text={shellOf(one, base)} />
                <OpenApiCodeSample
                  title={t('openApi.reply')}
                  text={JSON.stringify({ code: 200, message: '', data: sampleReply(one) }, null, 2)}
                />
              </>
            ),
          },
          { key: 'refusals', label: t('openApi.refusals'), children: <Refusals one={one} /> },
          {
            key: 'test',
            label: t('openApi.test'),
            children: <OpenApiTest one={one} {...token} />,
          },
        ]}
      />
    </article>
  );
}
