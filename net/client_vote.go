package net

import "dogfight/proto"

// CallVote asks the host to let the players vote on a motion: see proto.CallVote. What becomes of it, a notice tells and the View.
func (c *Client) CallVote(motion proto.Motion, pilot uint16, what string) {
	c.say(&proto.CallVote{Motion: motion, Pilot: pilot, What: what})
}

// CastVote says whether the player is for the motion that the View tells of.
func (c *Client) CastVote(yes bool) {
	if v := c.view.Vote; v != nil {
		c.say(&proto.CastVote{Number: v.Number, Yes: yes})
	}
}

// hearVoteState takes how a vote stands.
func (c *Client) hearVoteState(m *proto.VoteState) {
	if c.view.Vote = m; m.Motion == proto.NoMotion {
		c.view.Vote = nil
	}
}
