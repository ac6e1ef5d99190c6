package hub

import (
	"github.com/nats-io/nats-server/v2/server"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
)

// permissionsOf returns what a role may say and hear, or nil when there is no such role. What internal/fleet says who writes,
// subjects hold them to. They cannot hold a host to its own id, which is another in each life; what must be proven to be of a host,
// such as a result, is signed.
//
// Nobody may say what was named to them as the place for an answer, as NATS can have it: who asks could name anything. Hosts answer at
// subjects that are for answers alone.
func permissionsOf(r Role, public string) *server.Permissions {
	var say, hear []string
	desk := desk(public)
	switch r {
	case RoleHost:
		say = join(desk.reading(), desk.writing("hosts", "matches", "seats"), desk.replays(), desk.put("dogfight.result.*"), desk.put("dogfight.log.*"),
			[]string{"dogfight.lease.*", "dogfight.ask.*", overnats.AllAnswers}, asking())
		hear = []string{"dogfight.log.*", "dogfight.lease.*", "dogfight.ask.*"}
	case RoleDoor:
		say = join(desk.reading(), desk.writing("doors", "seats"), []string{"dogfight.ask.*"}, asking())
		hear = []string{"dogfight.log.*"}
	case RoleOperator:
		say = join(desk.reading(), desk.replays(), []string{"dogfight.ask.*", "dogfight.hub.*"})
		hear = []string{"dogfight.>"}
	case RoleHub:
		say, hear = []string{">"}, []string{">"}
	default:
		return nil
	}
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: say},
		// Nobody hears what others are answered.
		Subscribe: &server.SubjectPermission{Allow: append(hear, overnats.Inbox(public)+".>", overnats.Answers(public)+".>")},
	}
}

// desk is the public key of one who asks the hub's desk.
type desk string

func (d desk) api(rest ...string) (all []string) {
	for _, r := range rest {
		all = append(all, overnats.Desk(string(d))+"."+overnats.DeskAPI+"."+r)
	}
	return all
}

func (d desk) put(subject string) []string {
	return []string{overnats.Desk(string(d)) + "." + overnats.DeskPut + "." + subject}
}

// reading is what all need who read and watch the directory, and go on with logs.
func (d desk) reading() (all []string) {
	all = d.api("DIRECT.GET."+overnats.Logs, "STREAM.INFO."+overnats.Logs)
	for _, bucket := range overnats.Buckets() {
		stream := "KV_" + bucket
		all = append(all, d.api("STREAM.INFO."+stream, "DIRECT.GET."+stream, "DIRECT.GET."+stream+".>",
			"CONSUMER.CREATE."+stream+".>", "CONSUMER.MSG.NEXT."+stream+".>")...)
	}
	return all
}

// writing is what they need who write to kinds of the directory.
func (d desk) writing(kinds ...string) (all []string) {
	for _, kind := range kinds {
		all = append(all, d.put("$KV.dogfight_"+kind+".*")...)
	}
	return all
}

// replays is what they need who put replays into the stream, each under their own key, and get them.
func (d desk) replays() []string {
	return append(d.api("DIRECT.GET."+overnats.Replays), d.put(overnats.ReplaySubject("*", string(d), "*"))...)
}

// asking is what they need who ask the records. Operators alone change bans.
func asking() []string {
	return []string{fleet.RatingsSubject, fleet.ScoresSubject, fleet.KeysSubject}
}

func join(lists ...[]string) (all []string) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
