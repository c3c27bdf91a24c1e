/** Drawers of a made-up repository, “tidewater”: a service that plans which ship lies at which berth. */
export interface SampleDrawer {
  readonly id: string;
  readonly wing: string;
  readonly room: string;
  readonly type: string;
  readonly tier: string;
  readonly sourceFile: string | null;
  readonly lines: { readonly start: number; readonly end: number } | null;
  readonly daysAgo: number;
  readonly accessCount: number;
  readonly pinned: boolean;
  readonly text: string;
}

const drawer = (partial: Partial<SampleDrawer> & Pick<SampleDrawer, 'id' | 'text'>): SampleDrawer => ({
  wing: 'planner', room: 'src', type: 'file', tier: 'working', sourceFile: null, lines: null, daysAgo: 60, accessCount: 0, pinned: false, ...partial,
});

export const sampleQuery = 'berth booking overlap lock';
/** Stems of the query, as the lexical leg would look for them. */
export const sampleTerms: readonly string[] = ['berth', 'book', 'overlap', 'lock'];

export const sampleDrawers: readonly SampleDrawer[] = [
  drawer({
    id: 'drawer_notes_planning_4c1e9a27d0b35f68', wing: 'notes', room: 'planning', type: 'decision', tier: 'longterm', daysAgo: 118, accessCount: 9, pinned: true,
    text: 'Decision: overlapping bookings are refused by the database, not by the planner. An exclusion constraint on (berth, tstzrange) holds even when two dispatchers press Save in the same second.\n\nThe planner keeps its own overlap check for the message only. Agreed with Maren and Jonas on 2025-03-26. Replaces the advisory lock of last autumn.',
  }),
  drawer({
    id: 'drawer_planner_src_90aa41ce7f23bb10', sourceFile: 'planner/src/booking/bookBerth.ts', lines: { start: 41, end: 83 }, daysAgo: 92, accessCount: 4,
    text: "export async function bookBerth(request: BerthRequest, clock: Clock): Promise<Booking> {\n  return db.transaction(async (tx) => {\n    const berth = await tx.berths.find(request.berthId, { lock: 'update' });\n    if (berth === undefined) throw new PlanError('unknown_berth', request.berthId);\n    // The exclusion constraint has the last word; this is for a message that names the other ship.\n    const overlap = await tx.bookings.firstOverlap(berth.id, request.stay);\n    if (overlap !== undefined) throw new BerthTaken(berth, overlap.ship, overlap.stay);\n    if (request.draught > berth.depthAt(clock.tide(request.stay.start))) {\n      throw new PlanError('too_deep', `${request.ship} needs ${request.draught} m`);\n    }\n    return tx.bookings.insert({ ...request, bookedAt: clock.now() });\n  });\n}",
  }),
  drawer({
    id: 'drawer_dashboard_src_c3d8f09b61e4427a', wing: 'dashboard', sourceFile: 'dashboard/src/board/optimisticBooking.ts', lines: { start: 12, end: 58 }, daysAgo: 63, accessCount: 3,
    text: "/** Draws the booking before the server has confirmed it, and takes it back when the berth was taken meanwhile. */\nexport function optimisticBooking(board: Board, request: BerthRequest): Undo {\n  const ghost = board.place(request, { state: 'asking' });\n  api.bookBerth(request).then(\n    (booking) => ghost.become(booking),\n    (error) => { ghost.remove(); board.explain(error); },\n  );\n  return () => ghost.remove();\n}",
  }),
  drawer({
    id: 'drawer_planner_docs_17f2b6e05c9d3384', room: 'docs', tier: 'longterm', sourceFile: 'planner/docs/bookings.md', lines: { start: 41, end: 78 }, daysAgo: 210, accessCount: 6,
    text: '## Berth bookings and overlaps\n\nA booking holds one berth for one stay. Stays are half-open: a ship may berth in the minute in which another leaves.\n\n- Overlaps are refused with `409 berth_taken` and the other booking’s reference.\n- Moving a booking takes the row lock of both berths, always in the order of their numbers; anything else deadlocks under load.\n- A cancelled booking keeps its row for the harbour dues.',
  }),
  drawer({
    id: 'drawer_notes_incidents_5be07d41a8cf9236', wing: 'notes', room: 'incidents', type: 'issue', tier: 'longterm', daysAgo: 97, accessCount: 2,
    text: 'Issue: two ferries on berth 7 on Easter Monday. Both bookings were saved within 40 ms; the overlap check had read before either wrote. Fixed by the exclusion constraint; the lock alone would not have caught the import job, which does not take it.',
  }),
  drawer({
    id: 'drawer_agents_claude_e61a3d7702bc54f9', wing: 'agent-sessions', room: 'Why did two ferries get berth 7', type: 'conversation', sourceFile: 'Why did two ferries get berth 7', daysAgo: 42, accessCount: 2,
    text: 'User: how could two ferries be booked on the same berth although we check for overlaps?\n\nAssistant: the check and the insert are two statements. Under READ COMMITTED both transactions see no overlap, then both insert. Either lock the berth row first (SELECT … FOR UPDATE) or let an exclusion constraint refuse the second booking. The constraint also covers the nightly import.',
  }),
  drawer({
    id: 'drawer_infra_runbooks_08d4fe9931a7cc52', wing: 'infra', room: 'runbooks', type: 'reference', tier: 'longterm', sourceFile: 'infra/runbooks/lock-contention.md', lines: { start: 31, end: 64 }, daysAgo: 140, accessCount: 1,
    text: '## When saving takes seconds\n\nLook for waiting locks first: `select * from pg_locks where not granted`. The usual holder is the tide import, which updates every berth in one transaction. Ending it is safe; it starts again at the next full hour.',
  }),
  drawer({
    id: 'drawer_planner_git_b8f6a2d95e0c4371', room: 'git', type: 'git_commit', sourceFile: 'b8f6a2d95e0c', daysAgo: 41, accessCount: 3,
    text: '[main] fix(booking): refuse overlapping bookings in the database\n\nAdds an exclusion constraint on bookings (berth_id, stay) and maps 23P01 to BerthTaken. The row lock stays for the message that names the other ship.\n\nFiles: migrations/0042_no_overlap.sql, src/booking/bookBerth.ts, test/booking/overlap.test.ts (+96/-21)',
  }),
  drawer({
    id: 'drawer_agents_claude_2f90c5e1d46b8a73', wing: 'agent-sessions', room: 'Load test of the booking path', type: 'conversation', sourceFile: 'Load test of the booking path', daysAgo: 19, accessCount: 0,
    text: 'User: p99 of POST /bookings went from 40 to 310 ms after the constraint, is that the lock?\n\nAssistant: the constraint waits for the other transaction to end, so a slow commit is paid by both. The tide import holds its transaction for 280 ms; split it by berth and the p99 falls back.',
  }),
  drawer({
    id: 'drawer_dashboard_src_6d1b07fa93ce2485', wing: 'dashboard', sourceFile: 'dashboard/src/board/DragToBerth.kt', lines: { start: 33, end: 81 }, daysAgo: 76, accessCount: 1,
    text: 'val target = board.berthAt(pointer) ?: return snapBack()\nif (target.bookings.any { it.stay.overlaps(dragged.stay) }) { target.flash(Warning.OVERLAP); return snapBack() }\nboardLock.withLock { board.move(dragged, target) }',
  }),
];
