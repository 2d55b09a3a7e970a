/// Filters, inputs, and what `jq` makes of them.
///
/// A line is a filter, an input, and the results with `⏎` between them, with tabs between the three. A result that begins
/// with `!` is an error. Everything was printed by jq 1.6 once, except that its `with string "a"` is the `with "a"` of
/// other versions.
enum FilterTable {
    struct Row: Sendable {
        let filter: String
        let input: String
        let results: [String]
        let errors: [String]

        fileprivate init(_ line: Substring) {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            filter = String(parts[0])
            input = String(parts[1])
            let lines = parts[2].split(separator: "⏎").map(String.init)
            results = lines.filter { !$0.hasPrefix("!") }
            errors = lines.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        }
    }

    /// What all versions of jq agree about.
    static let agreed = text.split(separator: "\n").map(Row.init)

    /// What jq 1.7 and newer say, and jq 1.6 does not: numbers that are not changed keep their digits, an index is
    /// cut to an integer, and a dot may stand before a bracket.
    static let newer = newerText.split(separator: "\n").map(Row.init)

    private static let text = #"""
        .	true	true
        .	false	false
        .	0	0
        .	5	5
        .	null	null
        .a	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        .a	{"b":2,"a":1,"é":3,"a b":4}	1
        .a	{"a":1,"b":2,"a":3}	3
        .a	{"a":{"b":1},"a":{"c":2}}	{"c":2}
        .a	null	null
        .a	true	!Cannot index boolean with "a"
        .a	false	!Cannot index boolean with "a"
        .a.b	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .a.b	null	null
        .a.b	true	!Cannot index boolean with "a"
        .a.b	false	!Cannot index boolean with "a"
        .a.b[0]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	10
        .a.b[0]	null	null
        .a.b[0]	true	!Cannot index boolean with "a"
        .a.b[0]	false	!Cannot index boolean with "a"
        .a.b[2].c	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"x"
        .a.b[2].c	null	null
        .a.b[2].c	true	!Cannot index boolean with "a"
        .a.b[2].c	false	!Cannot index boolean with "a"
        ."a b"	{"b":2,"a":1,"é":3,"a b":4}	4
        ."a b"	null	null
        ."a b"	true	!Cannot index boolean with "a b"
        ."a b"	false	!Cannot index boolean with "a b"
        .["a b"]	{"b":2,"a":1,"é":3,"a b":4}	4
        .["a b"]	null	null
        .["a b"]	true	!Cannot index boolean with "a b"
        .["a b"]	false	!Cannot index boolean with "a b"
        ."é"	{"b":2,"a":1,"é":3,"a b":4}	3
        ."é"	null	null
        ."é"	true	!Cannot index boolean with "é"
        ."é"	false	!Cannot index boolean with "é"
        .[0]	[1,2,3]	1
        .[0]	[3,[1,[2]],{"a":null}]	3
        .[0]	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":1,"b":"x"}
        .[0]	[[1,2],[3,4],[]]	[1,2]
        .[0]	null	null
        .[0]	true	!Cannot index boolean with number
        .[0]	false	!Cannot index boolean with number
        .[1]	[1,2,3]	2
        .[1]	[3,[1,[2]],{"a":null}]	[1,[2]]
        .[1]	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":2,"b":"y"}
        .[1]	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	false
        .[1]	null	null
        .[1]	true	!Cannot index boolean with number
        .[1]	false	!Cannot index boolean with number
        .[-1]	[1,2,3]	3
        .[-1]	[3,[1,[2]],{"a":null}]	{"a":null}
        .[-1]	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"b":"z"}
        .[-1]	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	{"b":0}
        .[-1]	null	null
        .[-1]	true	!Cannot index boolean with number
        .[-1]	false	!Cannot index boolean with number
        .[-2:]	"abc"	"bc"
        .[-2:]	"aé😀d"	"😀d"
        .[-2:]	""	""
        .[-2:]	[]	[]
        .[-2:]	null	null
        .[-2:]	true	!Cannot index boolean with object
        .[-2:]	false	!Cannot index boolean with object
        .[:1]	"abc"	"a"
        .[:1]	""	""
        .[:1]	[]	[]
        .[:1]	[1,2,3]	[1]
        .[:1]	null	null
        .[:1]	true	!Cannot index boolean with object
        .[:1]	false	!Cannot index boolean with object
        .[1:]	"abc"	"bc"
        .[1:]	"aé😀d"	"é😀d"
        .[1:]	""	""
        .[1:]	[]	[]
        .[1:]	null	null
        .[1:]	true	!Cannot index boolean with object
        .[1:]	false	!Cannot index boolean with object
        .[1:2]	"abc"	"b"
        .[1:2]	"aé😀d"	"é"
        .[1:2]	""	""
        .[1:2]	[]	[]
        .[1:2]	null	null
        .[1:2]	true	!Cannot index boolean with object
        .[1:2]	false	!Cannot index boolean with object
        .[5]	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	1.5
        .[5]	null	null
        .[5]	true	!Cannot index boolean with number
        .[5]	false	!Cannot index boolean with number
        .[]	[1,2,3]	1⏎2⏎3
        .[]	[3,[1,[2]],{"a":null}]	3⏎[1,[2]]⏎{"a":null}
        .[]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}⏎null
        .[]	{"b":2,"a":1,"é":3,"a b":4}	2⏎1⏎3⏎4
        .[]	[]	
        .[]	null	!Cannot iterate over null (null)
        .[]	true	!Cannot iterate over boolean (true)
        .[].a	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	null⏎null
        .[].a	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	1⏎2⏎null
        .[].a	[]	
        .[].a	null	!Cannot iterate over null (null)
        .[].a	true	!Cannot iterate over boolean (true)
        .[].a?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	null⏎null
        .[].a?	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	1⏎2⏎null
        .[].a?	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	null⏎null⏎1⏎2⏎null
        .[].a?	[]	
        .[].a?	null	!Cannot iterate over null (null)
        .[].a?	true	!Cannot iterate over boolean (true)
        .[]?	[1,2,3]	1⏎2⏎3
        .[]?	[3,[1,[2]],{"a":null}]	3⏎[1,[2]]⏎{"a":null}
        .[]?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}⏎null
        .[]?	{"b":2,"a":1,"é":3,"a b":4}	2⏎1⏎3⏎4
        .[]?	null	
        .items[].id	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	1⏎2⏎3
        .items[].id	null	!Cannot iterate over null (null)
        .items[].id	true	!Cannot index boolean with "items"
        .items[] | select(.on) | .id	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	1
        .items[] | select(.on) | .id	null	!Cannot iterate over null (null)
        .items[] | select(.on) | .id	true	!Cannot index boolean with "items"
        ..	true	true
        ..	false	false
        ..	0	0
        ..	5	5
        ..	null	null
        ..?	true	true
        ..?	false	false
        ..?	0	0
        ..?	5	5
        ..?	null	null
        ..|.a?	[3,[1,[2]],{"a":null}]	null⏎null
        ..|.a?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}⏎null⏎null⏎null
        ..|.a?	{"b":2,"a":1,"é":3,"a b":4}	1
        ..|.a?	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	1⏎2⏎null
        ..|.a?	null	null
        .a, .b	null	null⏎null
        .a, .b	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}⏎null
        .a, .b	{"b":2,"a":1,"é":3,"a b":4}	1⏎2
        .a, .b	{"a":1,"b":2,"a":3}	3⏎2
        .a, .b	true	!Cannot index boolean with "a"
        .a, .b	false	!Cannot index boolean with "a"
        .[0], .[1]	null	null⏎null
        .[0], .[1]	[1,2,3]	1⏎2
        .[0], .[1]	[3,[1,[2]],{"a":null}]	3⏎[1,[2]]
        .[0], .[1]	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":1,"b":"x"}⏎{"a":2,"b":"y"}
        .[0], .[1]	true	!Cannot index boolean with number
        .[0], .[1]	false	!Cannot index boolean with number
        .a | .b	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .a | .b	null	null
        .a | .b	true	!Cannot index boolean with "a"
        .a | .b	false	!Cannot index boolean with "a"
        (.a)	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        (.a)	{"b":2,"a":1,"é":3,"a b":4}	1
        (.a)	{"a":1,"b":2,"a":3}	3
        (.a)	{"a":{"b":1},"a":{"c":2}}	{"c":2}
        (.a)	null	null
        (.a)	true	!Cannot index boolean with "a"
        (.a)	false	!Cannot index boolean with "a"
        (.a, .b) | .c?	null	null⏎null
        (.a, .b) | .c?	{"a":{"b":1},"a":{"c":2}}	2⏎null
        (.a, .b) | .c?	{"b":2,"a":1,"é":3,"a b":4}	
        (.a, .b) | .c?	true	!Cannot index boolean with "a"
        (.a, .b) | .c?	false	!Cannot index boolean with "a"
        .a?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        .a?	{"b":2,"a":1,"é":3,"a b":4}	1
        .a?	{"a":1,"b":2,"a":3}	3
        .a?	{"a":{"b":1},"a":{"c":2}}	{"c":2}
        .a?	null	null
        .a?.b?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .a?.b?	null	null
        (.a.b)?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        (.a.b)?	null	null
        keys	[]	[]
        keys	[1,2,3]	[0,1,2]
        keys	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	["a","b"]
        keys	{"b":2,"a":1,"é":3,"a b":4}	["a","a b","b","é"]
        keys	null	!null (null) has no keys
        keys	true	!boolean (true) has no keys
        length	null	0
        length	5	5
        length	-2.5	2.5
        length	"abc"	3
        length	true	!boolean (true) has no length
        length	false	!boolean (false) has no length
        type	null	"null"
        type	true	"boolean"
        type	0	"number"
        type	"abc"	"string"
        .[]|type	[1,2,3]	"number"⏎"number"⏎"number"
        .[]|type	[3,[1,[2]],{"a":null}]	"number"⏎"array"⏎"object"
        .[]|type	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"object"⏎"null"
        .[]|type	{"b":2,"a":1,"é":3,"a b":4}	"number"⏎"number"⏎"number"⏎"number"
        .[]|type	[]	
        .[]|type	null	!Cannot iterate over null (null)
        .[]|type	true	!Cannot iterate over boolean (true)
        .[]?|length	[1,2,3]	1⏎2⏎3
        .[]?|length	[3,[1,[2]],{"a":null}]	3⏎2⏎1
        .[]?|length	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	1⏎0
        .[]?|length	{"b":2,"a":1,"é":3,"a b":4}	2⏎1⏎3⏎4
        .[]?|length	null	
        .[]?|length	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	0⏎!boolean (false) has no length
        has("a")	null	false
        has("a")	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	true
        has("a")	true	!Cannot check whether boolean has a string key
        has("a")	false	!Cannot check whether boolean has a string key
        has(0)	null	false
        has(0)	[1,2,3]	true
        has(0)	true	!Cannot check whether boolean has a number key
        has(0)	false	!Cannot check whether boolean has a number key
        has("a","b")	null	false⏎false
        has("a","b")	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	true⏎true
        has("a","b")	{"a":{"b":1},"a":{"c":2}}	true⏎false
        has("a","b")	true	!Cannot check whether boolean has a string key
        has("a","b")	false	!Cannot check whether boolean has a string key
        to_entries	[]	[]
        to_entries	[1,2,3]	[{"key":0,"value":1},{"key":1,"value":2},{"key":2,"value":3}]
        to_entries	[3,[1,[2]],{"a":null}]	[{"key":0,"value":3},{"key":1,"value":[1,[2]]},{"key":2,"value":{"a":null}}]
        to_entries	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[{"key":"a","value":{"b":[10,20,{"c":"x"}]}},{"key":"b","value":null}]
        to_entries	null	!null (null) has no keys
        to_entries	true	!boolean (true) has no keys
        paths	[1,2,3]	[0]⏎[1]⏎[2]
        paths	[3,[1,[2]],{"a":null}]	[0]⏎[1]⏎[1,0]⏎[1,1]⏎[1,1,0]⏎[2]⏎[2,"a"]
        paths	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	["a"]⏎["a","b"]⏎["a","b",0]⏎["a","b",1]⏎["a","b",2]⏎["a","b",2,"c"]⏎["b"]
        paths	{"b":2,"a":1,"é":3,"a b":4}	["b"]⏎["a"]⏎["é"]⏎["a b"]
        paths	null	
        not	null	true
        not	true	false
        .[]?|not	[1,2,3]	false⏎false⏎false
        .[]?|not	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	false⏎true
        .[]?|not	{"b":2,"a":1,"é":3,"a b":4}	false⏎false⏎false⏎false
        .[]?|not	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	false
        .[]?|not	null	
        . == null	null	true
        . == null	true	false
        . == 5	null	false
        . == 5	5	true
        .a == 1	null	false
        .a == 1	{"b":2,"a":1,"é":3,"a b":4}	true
        .a == 1	true	!Cannot index boolean with "a"
        .a == 1	false	!Cannot index boolean with "a"
        . < 3	null	true
        . < 3	5	false
        . > "a"	null	false
        . > "a"	"abc"	true
        .[]? | select(. > 0)	[1,2,3]	1⏎2⏎3
        .[]? | select(. > 0)	[3,[1,[2]],{"a":null}]	3⏎[1,[2]]⏎{"a":null}
        .[]? | select(. > 0)	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        .[]? | select(. > 0)	{"b":2,"a":1,"é":3,"a b":4}	2⏎1⏎3⏎4
        .[]? | select(. > 0)	null	
        .[]? | select(. >= "a")	[3,[1,[2]],{"a":null}]	[1,[2]]⏎{"a":null}
        .[]? | select(. >= "a")	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        .[]? | select(. >= "a")	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":1,"b":"x"}⏎{"a":2,"b":"y"}⏎{"b":"z"}
        .[]? | select(. >= "a")	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]
        .[]? | select(. >= "a")	null	
        .[]?|select(. <= [])	[1,2,3]	1⏎2⏎3
        .[]?|select(. <= [])	[3,[1,[2]],{"a":null}]	3
        .[]?|select(. <= [])	{"b":2,"a":1,"é":3,"a b":4}	2⏎1⏎3⏎4
        .[]?|select(. <= [])	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	null⏎false⏎true⏎-1⏎0⏎1.5⏎""⏎"a"⏎"b"⏎[]
        .[]?|select(. <= [])	null	
        .[]? | . < {}	[1,2,3]	true⏎true⏎true
        .[]? | . < {}	[3,[1,[2]],{"a":null}]	true⏎true⏎false
        .[]? | . < {}	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	false⏎true
        .[]? | . < {}	{"b":2,"a":1,"é":3,"a b":4}	true⏎true⏎true⏎true
        .[]? | . < {}	null	
        . != []	null	true
        . != []	[]	false
        . and true	null	false
        . and true	true	true
        . or false	null	false
        . or false	true	true
        (true,false) and (true,false)	null	true⏎false⏎false
        (true,false) or (true,false)	null	true⏎true⏎false
        (1,2) == (1,3)	null	true⏎false⏎false⏎false
        (1,2) < (2,1)	null	true⏎false⏎false⏎false
        empty	null	
        1, "x", null, true, [], {}	null	1⏎"x"⏎null⏎true⏎[]⏎{}
        .[] | select(.a == 1)	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":1,"b":"x"}
        .[] | select(.a == 1)	[]	
        .[] | select(.a == 1)	null	!Cannot iterate over null (null)
        .[] | select(.a == 1)	true	!Cannot iterate over boolean (true)
        .[] | select(.a? == 2 or .b? == "z")	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":2,"b":"y"}⏎{"b":"z"}
        .[] | select(.a? == 2 or .b? == "z")	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	{"a":2}
        .[] | select(.a? == 2 or .b? == "z")	[]	
        .[] | select(.a? == 2 or .b? == "z")	null	!Cannot iterate over null (null)
        .[] | select(.a? == 2 or .b? == "z")	true	!Cannot iterate over boolean (true)
        .[]|select(has("a"))?	[3,[1,[2]],{"a":null}]	{"a":null}
        .[]|select(has("a"))?	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"a":1,"b":"x"}⏎{"a":2,"b":"y"}
        .[]|select(has("a"))?	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	{"a":1}⏎{"a":2}
        .[]|select(has("a"))?	[]	
        .[]|select(has("a"))?	null	!Cannot iterate over null (null)
        .[]|select(has("a"))?	true	!Cannot iterate over boolean (true)
        .a[]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .a[]	{"a":{"b":1},"a":{"c":2}}	2
        .a[]	{"a":[{"b":1},5,{"b":2}]}	{"b":1}⏎5⏎{"b":2}
        .a[]	null	!Cannot iterate over null (null)
        .a[]	true	!Cannot index boolean with "a"
        .a[].b	null	!Cannot iterate over null (null)
        .a[].b	true	!Cannot index boolean with "a"
        .a[0:2]	{"a":[{"b":1},5,{"b":2}]}	[{"b":1},5]
        .a[0:2]	null	null
        .a[0:2]	true	!Cannot index boolean with "a"
        .a[0:2]	false	!Cannot index boolean with "a"
        .a[]?.b?	{"a":[{"b":1},5,{"b":2}]}	1⏎2
        .a[]?.b?	null	
        .a[]?.b?	true	!Cannot index boolean with "a"
        .a[]?.b?	false	!Cannot index boolean with "a"
        to_entries | .[] | .key	[1,2,3]	0⏎1⏎2
        to_entries | .[] | .key	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"a"⏎"b"
        to_entries | .[] | .key	{"b":2,"a":1,"é":3,"a b":4}	"b"⏎"a"⏎"é"⏎"a b"
        to_entries | .[] | .key	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	"items"
        to_entries | .[] | .key	[]	
        to_entries | .[] | .key	null	!null (null) has no keys
        to_entries | .[] | .key	true	!boolean (true) has no keys
        keys | .[0]	[1,2,3]	0
        keys | .[0]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"a"
        keys | .[0]	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	"items"
        keys | .[0]	[]	null
        keys | .[0]	null	!null (null) has no keys
        keys | .[0]	true	!boolean (true) has no keys
        keys|length	[]	0
        keys|length	[1,2,3]	3
        keys|length	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	2
        keys|length	{"b":2,"a":1,"é":3,"a b":4}	4
        keys|length	null	!null (null) has no keys
        keys|length	true	!boolean (true) has no keys
        .[] , 1	[]	1
        .[] , 1	[1,2,3]	1⏎2⏎3⏎1
        .[] , 1	[3,[1,[2]],{"a":null}]	3⏎[1,[2]]⏎{"a":null}⏎1
        .[] , 1	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}⏎null⏎1
        .[] , 1	null	!Cannot iterate over null (null)
        .[] , 1	true	!Cannot iterate over boolean (true)
        []	null	[]
        {}	null	{}
        "\u00e9"	null	"é"
        -1	null	-1
        1.5 == 1.50	null	true
        .items | length	null	0
        .items | length	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	3
        .items | length	true	!Cannot index boolean with "items"
        .items | length	false	!Cannot index boolean with "items"
        .items[1:] | .[0].id	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	2
        .items[1:] | .[0].id	null	null
        .items[1:] | .[0].id	true	!Cannot index boolean with "items"
        .items[1:] | .[0].id	false	!Cannot index boolean with "items"
        .a.b[1:][0]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	20
        .a.b[1:][0]	null	null
        .a.b[1:][0]	true	!Cannot index boolean with "a"
        .a.b[1:][0]	false	!Cannot index boolean with "a"
        .a.b[-1]["c"]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"x"
        .a.b[-1]["c"]	null	null
        .a.b[-1]["c"]	true	!Cannot index boolean with "a"
        .a.b[-1]["c"]	false	!Cannot index boolean with "a"
        select(.a) | .b	{"b":2,"a":1,"é":3,"a b":4}	2
        select(.a) | .b	null	
        select(.a) | .b	true	!Cannot index boolean with "a"
        select(.a) | .b	false	!Cannot index boolean with "a"
        select(type == "object") | keys	{}	[]
        select(type == "object") | keys	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	["a","b"]
        select(type == "object") | keys	{"b":2,"a":1,"é":3,"a b":4}	["a","a b","b","é"]
        select(type == "object") | keys	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	["items"]
        select(type == "object") | keys	null	
        .. | select(type == "number")	0	0
        .. | select(type == "number")	5	5
        .. | select(type == "number")	-2.5	-2.5
        .. | select(type == "number")	[1,2,3]	1⏎2⏎3
        .. | select(type == "number")	null	
        ..|select(type=="string")	"abc"	"abc"
        ..|select(type=="string")	"aé😀d"	"aé😀d"
        ..|select(type=="string")	""	""
        ..|select(type=="string")	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"x"
        ..|select(type=="string")	null	
        .[-1]?	[1,2,3]	3
        .[-1]?	[3,[1,[2]],{"a":null}]	{"a":null}
        .[-1]?	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	{"b":"z"}
        .[-1]?	[null,false,true,-1,0,1.5,"","a","b",[],[0],{},{"a":1},{"a":2},{"b":0}]	{"b":0}
        .[-1]?	null	null
        .[0]?.a	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	1
        .[0]?.a	null	null
        .[0]?.a	[1,2,3]	!Cannot index number with "a"
        .[0]?.a	[3,[1,[2]],{"a":null}]	!Cannot index number with "a"
        (.[]?, .a?) | type	null	"null"
        (.[]?, .a?) | type	[1,2,3]	"number"⏎"number"⏎"number"
        (.[]?, .a?) | type	[3,[1,[2]],{"a":null}]	"number"⏎"array"⏎"object"
        (.[]?, .a?) | type	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	"object"⏎"null"⏎"object"
        (.[]?, .a?) | type	true	
        .["a"]["b"]	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .["a"]["b"]	null	null
        .["a"]["b"]	true	!Cannot index boolean with "a"
        .["a"]["b"]	false	!Cannot index boolean with "a"
        .["a"]?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	{"b":[10,20,{"c":"x"}]}
        .["a"]?	{"b":2,"a":1,"é":3,"a b":4}	1
        .["a"]?	{"a":1,"b":2,"a":3}	3
        .["a"]?	{"a":{"b":1},"a":{"c":2}}	{"c":2}
        .["a"]?	null	null
        paths | length	[1,2,3]	1⏎1⏎1
        paths | length	[3,[1,[2]],{"a":null}]	1⏎1⏎2⏎2⏎3⏎1⏎2
        paths | length	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	1⏎2⏎3⏎3⏎3⏎4⏎1
        paths | length	{"b":2,"a":1,"é":3,"a b":4}	1⏎1⏎1⏎1
        paths | length	null	
        .[][0]	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	{"id":1,"on":true}
        .[][0]	[[1,2],[3,4],[]]	1⏎3⏎null
        .[][0]	{"a":[{"b":1},5,{"b":2}]}	{"b":1}
        .[][0]	[]	
        .[][0]	null	!Cannot iterate over null (null)
        .[][0]	true	!Cannot iterate over boolean (true)
        .[][]?	[3,[1,[2]],{"a":null}]	1⏎[2]⏎null
        .[][]?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	[10,20,{"c":"x"}]
        .[][]?	[{"a":1,"b":"x"},{"a":2,"b":"y"},{"b":"z"}]	1⏎"x"⏎2⏎"y"⏎"z"
        .[][]?	{"items":[{"id":1,"on":true},{"id":2,"on":false},{"id":3}]}	{"id":1,"on":true}⏎{"id":2,"on":false}⏎{"id":3}
        .[][]?	[]	
        .[][]?	null	!Cannot iterate over null (null)
        .[][]?	true	!Cannot iterate over boolean (true)
        .a[].b?	{"a":[{"b":1},5,{"b":2}]}	1⏎2
        .a[].b?	{"a":{"b":[10,20,{"c":"x"}]},"b":null}	
        .a[].b?	null	!Cannot iterate over null (null)
        .a[].b?	true	!Cannot index boolean with "a"
        .[2:1]	"abc"	""
        .[2:1]	[]	[]
        .[2:1]	null	null
        .[2:1]	true	!Cannot index boolean with object
        .[2:1]	false	!Cannot index boolean with object
        .[:-1]	"abc"	"ab"
        .[:-1]	"aé😀d"	"aé😀"
        .[:-1]	""	""
        .[:-1]	[]	[]
        .[:-1]	null	null
        .[:-1]	true	!Cannot index boolean with object
        .[:-1]	false	!Cannot index boolean with object
        .[-3:-1]	"abc"	"ab"
        .[-3:-1]	"aé😀d"	"é😀"
        .[-3:-1]	""	""
        .[-3:-1]	[]	[]
        .[-3:-1]	null	null
        .[-3:-1]	true	!Cannot index boolean with object
        .[-3:-1]	false	!Cannot index boolean with object
        .a,.b|.b?	{"a":{"b":1},"b":2}	1
        .a|.b|.c	{"a":{"b":{"c":3}}}	3
        .a.b.c.d	{"a":null}	null
        ..	[[[[]]]]	[[[[]]]]⏎[[[]]]⏎[[]]⏎[]
        ..|select(type=="boolean")	[true,{"a":[false]},"x"]	true⏎false
        .[]|select(.a.b==1)|.c	[{"a":{"b":1},"c":2},{"a":{"b":2},"c":3}]	2
        select(.a==.b)	{"a":[1,{"c":null}],"b":[1,{"c":null}]}	{"a":[1,{"c":null}],"b":[1,{"c":null}]}
        select(.a!=.b)	{"a":{"x":1,"y":2},"b":{"y":2,"x":1}}	
        .a<.b	{"a":{"a":2},"b":{"b":1}}	true
        .a<.b	{"a":{"a":2,"b":1},"b":{"b":1,"a":3}}	true
        .a>=.b	{"a":[1,2,3],"b":[1,2]}	true
        .a<=.b	{"a":"é","b":"z"}	false
        .a<.b	{"a":"😀","b":"￿"}	false
        keys	{"é":1,"z":2,"Z":3,"￿":4,"😀":5,"":6}	["","Z","z","é","￿","😀"]
        .[]	{"z":1,"a":2}	1⏎2
        to_entries	{"z":1,"a":[2]}	[{"key":"z","value":1},{"key":"a","value":[2]}]
        paths	[[1,[2]],{"z":{"y":1},"a":2}]	[0]⏎[0,0]⏎[0,1]⏎[0,1,0]⏎[1]⏎[1,"z"]⏎[1,"z","y"]⏎[1,"a"]
        paths|select(length==1)	{"b":[1],"a":2}	["b"]⏎["a"]
        has("é")	{"\u00e9":1}	true
        .["\u00e9"]	{"é":1}	1
        ."a\"b"	{"a\"b":1}	1
        length	{"a":1,"a":2}	1
        .a	{"\u0061":7}	7
        .and,.or,.not,.if	{"and":1,"or":2,"not":3,"if":4}	1⏎2⏎3⏎4
        not,not|not	null	false⏎false
        .a and .b or .c	{"a":true,"b":false,"c":true}	true
        .a or .b and .c	{"a":true,"b":false,"c":false}	true
        (.a or .b) and .c	{"a":true,"b":false,"c":false}	false
        .a == 1 and .b == "x"	{"a":1,"b":"x"}	true
        1,2|.,3	0	1⏎3⏎2⏎3
        (1,2)|(.,3)	0	1⏎3⏎2⏎3
        1|2|3	0	3
        .[]|(.a,.b)?	[{"a":1},5,{"b":2}]	1⏎null⏎null⏎2
        (.[]|.a)?	[{"a":1},5,{"a":2}]	1
        .[]|.a?	[{"a":1},5,{"a":2}]	1⏎2
        .[]?|.[]?	[[1],5,[2,3]]	1⏎2⏎3
        []|length	0	0
        {}|keys	0	[]
        .[0],.[1]|.[0]?	[[1],5]	1
        .[3:1]	[1,2,3,4]	[]
        .[-100:2]	[1,2,3]	[1,2]
        .[1:100]	"日本語"	"本語"
        .[:-1]	"a😀"	"a"
        .[1:][1:][0]	[1,2,3]	3
        .[]|.[0:1]	["ab",[1,2],null]	"a"⏎[1]⏎null
        (true,null,false,0,"")|not	0	false⏎true⏎true⏎false⏎false
        select(true,true)	1	1⏎1
        select((true,false),true)	1	1⏎1
        empty,1	0	1
        1,empty	0	1
        (empty|.a),2	5	2
        has(0,1,2)	[1,2]	true⏎true⏎false
        has(-1)	[1]	false
        has(1.5)	[1,2]	true
        .[]|has("a")	[{"a":null},{}]	true⏎false
        .[]|length	[null,0,-3,"é","",[],[1],{},{"a":1}]	0⏎0⏎3⏎1⏎0⏎0⏎1⏎0⏎1
        .[]|type	[null,true,0,"",[],{}]	"null"⏎"boolean"⏎"number"⏎"string"⏎"array"⏎"object"
        (.a|.b),(.c|.d)	{"a":{"b":1},"c":{"d":2}}	1⏎2
        .a[].b[]?.c?	{"a":[{"b":[{"c":1},2]},{"b":3}]}	1
        .. == 1	[1,[1]]	false⏎true⏎false⏎true
        .[] | select(.n > 1 and (.s == "b" or .s == "c")) | .s	[{"n":1,"s":"b"},{"n":2,"s":"b"},{"n":3,"s":"c"},{"n":4,"s":"d"}]	"b"⏎"c"
        .a.b|.c	{"a":{"b":5}}	!Cannot index number with "c"
        .a.b|.[0]	{"a":{"b":"text longer than it is shown"}}	!Cannot index string with number
        .[]	"text longer than it is shown"	!Cannot iterate over string ("text longe...)
        keys	"äöüäöüäöü"	!string ("äöüäö...) has no keys
        true|length	0	!boolean (true) has no length
        .a[0].b[1:3]|.[0]	{"a":[{"b":[0,1,2,3]}]}	1
        . < null, . > null	false	false⏎true
        null<false,false<true,true<0,0<"","" <[],[]<{}	0	true⏎true⏎true⏎true⏎true⏎true
        1e2==100,1.0==1,-0==0	0	true⏎true⏎true
        .a=="\n\t\u0041"	{"a":"\n\tA"}	true
          .a  |  .b  	{"a":{"b":1}}	1
        .a # comment	{"a":1}	1
        to_entries|.[]|select(.value>1)|.key	{"a":1,"b":2,"c":3}	"b"⏎"c"
        ..|.name?|select(.)	{"name":"x","c":[{"name":"y"},{"n":1}]}	"x"⏎"y"
        .[-1:]	[1,2,3]	[3]
        .[-1:]	"abc"	"c"
        .[1:-1]	[1,2,3,4]	[2,3]
        .[0]?	{"a":1}	
        ."a"?	[1]	
        .["a"]?	5	
        .[1:2]?	5	
        .[]?	5	
        (.a)?,1	5	1
        .a?,.b?	5	
        .a[]?	{"a":5}	
        map(.a)	[{"a":1},{"b":2}]	[1,null]
        map(.a)	[[1],[2,3]]	!Cannot index array with "a"
        map(.a)	{"a":1,"b":[2]}	!Cannot index number with "a"
        map(.a)	[1,2,3]	!Cannot index number with "a"
        map(.a)	5	!Cannot iterate over number (5)
        map(.a)	null	!Cannot iterate over null (null)
        map(.)	[{"a":1},{"b":2}]	[{"a":1},{"b":2}]
        map(.)	[[1],[2,3]]	[[1],[2,3]]
        map(.)	{"a":1,"b":[2]}	[1,[2]]
        map(.)	[1,2,3]	[1,2,3]
        map(.)	5	!Cannot iterate over number (5)
        map(.)	null	!Cannot iterate over null (null)
        [.[] | .a?]	[{"a":1},{"b":2}]	[1,null]
        [.[] | .a?]	[[1],[2,3]]	[]
        [.[] | .a?]	{"a":1,"b":[2]}	[]
        [.[] | .a?]	[1,2,3]	[]
        [.[] | .a?]	5	!Cannot iterate over number (5)
        [.[] | .a?]	null	!Cannot iterate over null (null)
        [.[]]	[{"a":1},{"b":2}]	[{"a":1},{"b":2}]
        [.[]]	[[1],[2,3]]	[[1],[2,3]]
        [.[]]	{"a":1,"b":[2]}	[1,[2]]
        [.[]]	[1,2,3]	[1,2,3]
        [.[]]	5	!Cannot iterate over number (5)
        [.[]]	null	!Cannot iterate over null (null)
        [.[] | [., .]]	[{"a":1},{"b":2}]	[[{"a":1},{"a":1}],[{"b":2},{"b":2}]]
        [.[] | [., .]]	[[1],[2,3]]	[[[1],[1]],[[2,3],[2,3]]]
        [.[] | [., .]]	{"a":1,"b":[2]}	[[1,1],[[2],[2]]]
        [.[] | [., .]]	[1,2,3]	[[1,1],[2,2],[3,3]]
        [.[] | [., .]]	5	!Cannot iterate over number (5)
        [.[] | [., .]]	null	!Cannot iterate over null (null)
        map(map(.))	[{"a":1},{"b":2}]	[[1],[2]]
        map(map(.))	[[1],[2,3]]	[[1],[2,3]]
        map(map(.))	{"a":1,"b":[2]}	!Cannot iterate over number (1)
        map(map(.))	[1,2,3]	!Cannot iterate over number (1)
        map(map(.))	5	!Cannot iterate over number (5)
        map(map(.))	null	!Cannot iterate over null (null)
        [.a, .b]	[{"a":1},{"b":2}]	!Cannot index array with "a"
        [.a, .b]	[[1],[2,3]]	!Cannot index array with "a"
        [.a, .b]	{"a":1,"b":[2]}	[1,[2]]
        [.a, .b]	[1,2,3]	!Cannot index array with "a"
        [.a, .b]	5	!Cannot index number with "a"
        [.a, .b]	null	[null,null]
        [.[]?]	[{"a":1},{"b":2}]	[{"a":1},{"b":2}]
        [.[]?]	[[1],[2,3]]	[[1],[2,3]]
        [.[]?]	{"a":1,"b":[2]}	[1,[2]]
        [.[]?]	[1,2,3]	[1,2,3]
        [.[]?]	5	[]
        [.[]?]	null	[]
        [empty]	[{"a":1},{"b":2}]	[]
        [empty]	[[1],[2,3]]	[]
        [empty]	{"a":1,"b":[2]}	[]
        [empty]	[1,2,3]	[]
        [empty]	5	[]
        [empty]	null	[]
        map(select(. > 1))	[{"a":1},{"b":2}]	[{"a":1},{"b":2}]
        map(select(. > 1))	[[1],[2,3]]	[[1],[2,3]]
        map(select(. > 1))	{"a":1,"b":[2]}	[[2]]
        map(select(. > 1))	[1,2,3]	[2,3]
        map(select(. > 1))	5	!Cannot iterate over number (5)
        map(select(. > 1))	null	!Cannot iterate over null (null)
        [.[] | select(type == "number")] | length	[{"a":1},{"b":2}]	0
        [.[] | select(type == "number")] | length	[[1],[2,3]]	0
        [.[] | select(type == "number")] | length	{"a":1,"b":[2]}	1
        [.[] | select(type == "number")] | length	[1,2,3]	3
        [.[] | select(type == "number")] | length	5	!Cannot iterate over number (5)
        [.[] | select(type == "number")] | length	null	!Cannot iterate over null (null)
        map(.[0])?	[{"a":1},{"b":2}]	
        map(.[0])?	[[1],[2,3]]	[1,2]
        map(.[0])?	{"a":1,"b":[2]}	
        map(.[0])?	[1,2,3]	
        map(.[0])?	5	
        map(.[0])?	null	
        [.[0], [.[1:][]]]	[{"a":1},{"b":2}]	[{"a":1},[{"b":2}]]
        [.[0], [.[1:][]]]	[[1],[2,3]]	[[1],[[2,3]]]
        [.[0], [.[1:][]]]	{"a":1,"b":[2]}	!Cannot index object with number
        [.[0], [.[1:][]]]	[1,2,3]	[1,[2,3]]
        [.[0], [.[1:][]]]	5	!Cannot index number with number
        [.[0], [.[1:][]]]	null	!Cannot iterate over null (null)
        [[.]] == [[1,2]]	[{"a":1},{"b":2}]	false
        [[.]] == [[1,2]]	[[1],[2,3]]	false
        [[.]] == [[1,2]]	{"a":1,"b":[2]}	false
        [[.]] == [[1,2]]	[1,2,3]	false
        [[.]] == [[1,2]]	5	false
        [[.]] == [[1,2]]	null	false
        [.a?, 1] | .[1]	[{"a":1},{"b":2}]	null
        [.a?, 1] | .[1]	[[1],[2,3]]	null
        [.a?, 1] | .[1]	{"a":1,"b":[2]}	1
        [.a?, 1] | .[1]	[1,2,3]	null
        [.a?, 1] | .[1]	5	null
        [.a?, 1] | .[1]	null	1
        """#

    private static let newerText = #"""
        .	1.10	1.10
        .a	{"a":100000000000000000000}	100000000000000000000
        length	-1.50	1.50
        .[1.7]	[1,2,3]	2
        .[-1.5]	[1,2,3]	3
        .[-0.5]	[1,2,3]	1
        .[-3.9]	[1,2,3]	1
        .[-4.1]	[1,2,3]	null
        has(-0.5),has(-1),has(2.5)	[1,2,3]	true⏎false⏎true
        .a.["b"]	{"a":{"b":1}}	1
        .a.[0]	{"a":[1]}	1
        100000000000000000001 == 100000000000000000000	0	false
        1.50,1e3	0	1.50⏎1e3
        """#
}
