/** The time in which we try to answer a message. Proofs in `proofs.json` quote the sentences that repeat it. */
export const REPLY_TIME = 'two working days';
