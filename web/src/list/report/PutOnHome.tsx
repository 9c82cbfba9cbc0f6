import { HomeOutlined } from '@ant-design/icons';
import type { Table } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { notices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { useHomeReports } from './homeReports.ts';
import type { HomeReport } from './homeReports.ts';
import { viewOf } from '../listView.ts';
import type { Subject } from './ownSubjects.tsx';
import type { ListState } from '../useList.ts';

/** Each is a question of its own when the home page opens. */
const MOST = 4;

const same = (one: HomeReport, other: HomeReport): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Puts a report as it stands on the home page, or takes it off again. */
export function PutOnHome<T extends Table>({
  subject,
  list,
}: {
  readonly subject: Subject;
  readonly list: ListState<T>;
}): ReactNode {
  const [reports, change] = useHomeReports();
  const { search } = viewOf(list);
  const current: HomeReport = { subject, search };
  const isThere = reports.some((one) => same(one, current));
  const press = (): void => {
    if (isThere) return change(reports.filter((one) => !same(one, current)));
    if (reports.length >= MOST)
      return void notices().message.warning(t('own.homeFull', { most: MOST }));
    change([...reports, current]);
    return void notices().message.success(t('own.onHome'));
  };
  return (
    <Button icon={<HomeOutlined aria-hidden />} aria-pressed={isThere} onClick={press}>
      {t('own.home')}
    </Button>
  );
}
