import { fieldLabel } from '@tradehouse/contract';
import type { Endpoint, ReplyOf, logInfo } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { language } from '../app/session/language.ts';
import { choiceOf } from '../record/labels.ts';
import { Failed } from '../record/states.tsx';
import { t } from '../phrase/index.ts';

type LogFieldChange = ReplyOf<typeof logInfo>['changes'][number];

/** Formats yes or no, a choice's label, or the text unchanged. */
function renderLogValue(field: string, value: string | null): ReactNode {
  if (value === null) return <span className="none">{t('empty.none')}</span>;
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'flag.yes' : 'flag.no');
  return choiceOf(field, value);
}

/** `line 3` of a document, in the reader's words. */
function nameOfLogField(subject: string, field: string): string {
  const line = /^line (\d+)$/.exec(field)?.[1];
  return line === undefined ? fieldLabel(language, subject, field) : t('log.line', { n: line });
}

const columnsOfLogChanges = (subject: string) => [
  {
    title: t('log.field'),
    dataIndex: 'field',
    width: 180,
    render: (field: string) => nameOfLogField(subject, field),
  },
  {
    title: t('log.before'),
    dataIndex: 'before',
    render: (value: string | null, { field }: LogFieldChange) => renderLogValue(field, value),
  },
  {
    title: t('log.after'),
    dataIndex: 'after',
    render: (value: string | null, { field }: LogFieldChange) => renderLogValue(field, value),
  },
];

export interface LogChangesProps {
  readonly endpoint: Endpoint<Endpoint['input'], (typeof logInfo)['reply']>;
  readonly input: object;
  /** Changed kind of record, which determines the field labels. */
  readonly subject: string;
}

/** Shows a log entry's changes: a row per field, before and after. */
export function LogChanges({ endpoint, input, subject }: LogChangesProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['logChanges', endpoint.path, input],
    queryFn: () => callEndpoint(endpoint, input),
    // Past changes never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (data.hidden) return <p className="none">{t('log.hidden')}</p>;
  if (data.changes.length === 0) return <p className="none">{t('log.nothing')}</p>;
  return (
    <Table<LogFieldChange>
      size="small"
      rowKey="field"
      pagination={false}
      dataSource={[...data.changes]}
      columns={columnsOfLogChanges(subject)}
    />
  );
}
