import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTab } from '../../app/tabs/tabs.ts';
import { t } from '../../phrase/index.ts';
import { PutOnHome } from '../../list/PutOnHome.tsx';
import { ReportBuilder, puttingTogether } from '../../list/ownReport.tsx';
import { ownSubjects, subjectWords, useSubjects } from '../../list/ownSubjects.tsx';
import type { Own, Subject } from '../../list/ownSubjects.tsx';
import { Report } from '../../list/reportPage.tsx';
import type { ReportDefinition } from '../../list/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';

/** A report that its reader puts together; where a subject's own pages are not for them, it is not offered. */
export default function OwnReport(): ReactNode {
  const { query } = useTab();
  const offered = useSubjects();
  const [chosen, choose] = useState<Subject>(() =>
    query.get('subject') === 'bought' ? 'bought' : 'sold',
  );
  const subject = offered.find((one) => one === chosen) ?? offered[0] ?? 'sold';
  const switcher = (
    <Segmented<Subject>
      aria-label={t('own.subject')}
      value={subject}
      options={offered.map((one) => ({ value: one, label: t(subjectWords[one]) }))}
      onChange={choose}
    />
  );
  const key = `${subject} ${query.toString()}`;
  return subject === 'sold' ? (
    <Built key={key} subject={subject} definition={ownSubjects.sold} switcher={switcher} />
  ) : (
    <Built key={key} subject={subject} definition={ownSubjects.bought} switcher={switcher} />
  );
}

function Built<T extends Own>({
  subject,
  definition,
  switcher,
}: {
  readonly subject: Subject;
  readonly definition: ReportDefinition<T>;
  readonly switcher: ReactNode;
}): ReactNode {
  const draw = (list: ListState<T>): ReactNode => (
    <ReportBuilder
      list={list}
      table={definition.table}
      subject={switcher}
      acts={<PutOnHome subject={subject} list={list} />}
    />
  );
  return <Report {...definition} built={{ by: puttingTogether, draw }} />;
}
